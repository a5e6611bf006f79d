/** [INBOX-03] [SEC-08] The files picked for a message, and why some are refused. */
import { isBlank } from '@foyer/contracts/blank.rules.ts'
import { FILE_BYTES_MAX, FILES_MAX } from '@foyer/contracts/defaults.ts'
import { reasonWords, refusedFile, type SendFailure } from './composer.rules.ts'

export interface Picked {
  readonly files: readonly File[]
  /** Why some files were left out; null when none was. */
  readonly refused: string | null
}

/** Checks what the browser can check before sending. Only the server checks the file types. */
export function withPicked(held: readonly File[], picked: readonly File[]): Picked {
  const bad = picked.flatMap((file) => {
    const problem = problemOf(file)
    return problem === null ? [] : [{ name: file.name, problem }]
  })
  const good = picked.filter((file) => problemOf(file) === null)
  const files = [...held, ...good].slice(0, FILES_MAX)
  const tooMany = held.length + good.length > FILES_MAX
  const sentences = [
    ...(bad.length > 0 ? [leftOut(bad)] : []),
    ...(tooMany ? [`A message carries at most ${FILES_MAX} files. The rest was left out.`] : []),
  ]
  return { files, refused: sentences.length > 0 ? sentences.join(' ') : null }
}

function problemOf({ size }: File): string | null {
  if (size === 0) return 'empty'
  return size > FILE_BYTES_MAX ? 'larger than 10 MB' : null
}

/** "scan.pdf is empty and was left out." or "scan.pdf (empty) and film.mp4 (larger than 10 MB) were left out." */
function leftOut(bad: readonly { readonly name: string; readonly problem: string }[]): string {
  const [first] = bad
  if (first && bad.length === 1) return `${first.name} is ${first.problem} and was left out.`
  const names = new Intl.ListFormat('en-US').format(bad.map(({ name, problem }) => `${name} (${problem})`))
  return `${names} were left out.`
}

/** The file that the server refused, and a sentence that names it. */
export interface BadFile {
  readonly file: File
  readonly words: string
}

/** A refused message without the file that the server refused. The other files stay ready to be sent. */
export function afterRefusal({ text, files }: { text: string; files: readonly File[] }, failure: SendFailure) {
  const words = reasonWords(failure)
  const bad = files[refusedFile(failure) ?? -1]
  const good = files.filter((file) => file !== bad)
  // A message of the refused file alone keeps it: without it there would be nothing to show.
  const left = good.length === 0 && isBlank(text) ? files : good
  const reason = bad ? refusedWords(bad.name, words, left === good) : words
  const badFile: BadFile | null = bad ? { file: bad, words: reason } : null
  return { files: left, reason, badFile }
}

/** What the server says of one file, with its name in place of its number. */
export function refusedWords(name: string, words: string, isLeftOut: boolean): string {
  if (!/^File \d+ /.test(words)) return `${name}: ${words}`
  return `${name}${isLeftOut ? ' was left out: it' : ''} ${words.replace(/^File \d+ /, '')}`
}
