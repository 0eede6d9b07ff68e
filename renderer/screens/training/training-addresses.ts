/** Routes below Training. */
export const deckAddress = (id: string) => `/deck/${id}`;
export const takeAddress = (id: string) => `/take/${id}`;
