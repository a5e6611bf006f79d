/** Fields and words, as pino takes them. Numbers and texts never go in: they stand for patients, even here. */
export interface SandboxLog {
  info(fields: object, words: string): void
  warn(fields: object, words: string): void
}
