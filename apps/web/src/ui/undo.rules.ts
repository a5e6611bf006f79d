/** Z undoes for this long. The undo outlives its toast, because the user has to notice first. */
export const UNDO_MS = 8_000
