/** A person, and what they did it through: “Ada through Claude”. */
export function Who({ by }: { by: { name: string; client?: string | null } }) {
  const { client = null } = by;
  return (
    <>
      {by.name}
      {client !== null && ` through ${client}`}
    </>
  );
}
