import { Box, Button, CopyButton, Image, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { isOfThisComputer, NotForPhones } from '../../components/not-for-phones.tsx';
import { useClient, type Client } from '../../client/client.tsx';
import { Failure } from '../../feedback/failure.tsx';
import { Loading } from '../../feedback/loading.tsx';

/** Offers an address, as a code for a phone's camera, on which one picture can be sent to a page. */
export function PhoneUpload({ documentId, onClose }: { documentId: string; onClose: () => void }) {
  const client = useClient();
  const link = useQuery({
    queryKey: ['phone-upload', documentId],
    queryFn: () => createLink(client, documentId),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  return (
    <Modal opened onClose={onClose} title="Send a picture from your phone" centered>
      {link.error && <Failure error={link.error} onRetry={() => void link.refetch()} />}
      {!link.data && !link.error && <Loading />}
      {link.data === 'unreachable' && <NotForPhones />}
      {link.data && link.data !== 'unreachable' && (
        <Stack align="center" gap="md">
          {/* Cameras read dark on light only, whatever the colours of the page. */}
          <Box bg="white" p="sm" style={{ borderRadius: 8 }}>
            <Image src={link.data.code} w={220} h={220} alt="Code with the address of the upload page" />
          </Box>
          <Text size="sm" ta="center">
            Point your phone’s camera at the code. It takes one picture, within an hour, without signing in;
            the picture is placed at the end of the page.
          </Text>
          <CopyButton value={link.data.url}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? 'Address copied' : 'Copy the address'}
              </Button>
            )}
          </CopyButton>
        </Stack>
      )}
    </Modal>
  );
}

/** No link is made that no phone could open. */
async function createLink(
  client: Client,
  documentId: string,
): Promise<{ url: string; code: string } | 'unreachable'> {
  const { url: address } = await client.call('workspace.address', {});
  if (isOfThisComputer(address)) return 'unreachable';
  const [{ upload_url: url }, { toString }] = await Promise.all([
    client.call('upload_links.create', { doc_id: documentId }),
    import('qrcode'),
  ]);
  const code = await toString(url, { type: 'svg', margin: 1 });
  return { url, code: `data:image/svg+xml,${encodeURIComponent(code)}` };
}
