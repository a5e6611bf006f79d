/** [INBOX-03] [SEC-08] The files picked for a message, and why some are refused. */
import { FILE_BYTES_MAX, FILES_MAX } from '@foyer/contracts/defaults.ts'

export interface Picked {
  readonly files: readonly File[]
  /** Why some files were left out; null when none was. */
  readonly refused: string | null
}

/** Checks what the browser can check before sending. Only the server checks the file types. */
export function withPicked(held: readonly File[], picked: readonly File[]): Picked {
  const empty = picked.find(({ size }) => size === 0)
  const large = picked.find(({ size }) => size > FILE_BYTES_MAX)
  const good = picked.filter((file) => file.size > 0 && file.size <= FILE_BYTES_MAX)
  const files = [...held, ...good].slice(0, FILES_MAX)
  const tooMany = held.length + good.length > FILES_MAX
  const refused = large
    ? `${large.name} is larger than 10 MB and was left out.`
    : empty
      ? `${empty.name} is empty and was left out.`
      : tooMany
        ? `A message carries at most ${FILES_MAX} files. The rest was left out.`
        : null
  return { files, refused }
}
