/** Notes that staff write about a patient, for colleagues alone. */

export const NOTE_MAX = 4000
/** The most notes of a patient; removed ones don't count. */
export const NOTES_MAX = 200
/** The newest texts of a note that are listed. */
export const NOTE_TEXTS_MAX = 100
/** How long a removed note can be brought back. */
export const NOTE_UNDO_MS = 60_000
