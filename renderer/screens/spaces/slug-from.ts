const LONGEST = 64;

/** A short name for addresses, made from a name that people see: “Küche & Bar” becomes `kuche-bar`. */
export function slugFrom(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replaceAll(/^-+|-+$/g, '');
}
