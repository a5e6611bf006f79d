/** [CONST-02] [CONST-03] */
export const CHAT_PAGE_SIZE = 10
/** [CONST-19] [OPEN-095] The page of lists other than the inbox. */
export const LIST_PAGE_SIZE = 10
/** [CONST-18] [OPEN-022] [OPEN-095] How often a template runs that names no frequency. */
export const DEFAULT_PERIOD = { value: 30, unit: 'day' } as const
/** [CONST-06] The max-age of the access token's cookie: 7 days. */
export const ACCESS_COOKIE_MAX_AGE_S = 604_800
/** [CONST-07] The max-age of every other cookie: 365 days. */
export const COOKIE_MAX_AGE_S = 31_536_000
/** [CONST-08] */
export const PROGRESS_BAR_DELAY_MS = 300
/** [CONST-20] */
export const REPORT_FLUSH_MS = 2000
/** [CONST-22] [CONST-23] [CONST-24] */
export const TOASTS = { durationMs: 4000, successMs: 2000, max: 20 } as const
/** How long "Next patient" holds a conversation for the screen that shows it, unless the screen renews the hold. */
export const HOLD_MS = 120_000
/** [OPEN-072] A text of 1 to 1600 characters after trimming. */
export const MESSAGE_MAX = 1600
/** The longest subject and text of an e-mail to a patient, in characters after trimming. */
export const MAIL_SUBJECT_MAX = 200
export const MAIL_CONTENT_MAX = 20_000
/** [OPEN-071] The number of newest messages that a thread loads first. */
export const MESSAGES_PAGE = 50
/** [SEC-08] The most files of one message. */
export const FILES_MAX = 10
/** [SEC-08] The largest size of one file: 10 MiB. */
export const FILE_BYTES_MAX = 10 * 1024 * 1024

/** Where a consent to promotion is on record: "Intake form". */
export const CONSENT_SOURCE_MAX = 200
