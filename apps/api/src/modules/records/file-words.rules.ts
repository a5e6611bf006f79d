/** Reads from the name of a document's file whose referral it may belong to. [UPL-06] */
import { foldName } from '@foyer/contracts/fold.rules.ts'

export interface FileWords {
  /** The words that may be an MRN, in lower case and without signs between its letters and digits. */
  readonly mrns: readonly string[]
  /** The folded words, of which some may be a patient's names. */
  readonly names: readonly string[]
}

/** A shorter MRN is in too many names. */
const MRN_LEAST = 4
const MRN_MOST = 40

export function wordsOfFile(fileName: string): FileWords {
  return { mrns: [...new Set(mrnsIn(fileName.toLowerCase()))], names: namesIn(fileName) }
}

/** Each word, and neighbours with one sign between them taken together: `204-8817`, `204_8817` and `2048817` are one MRN. */
function mrnsIn(text: string): string[] {
  const words = [...text.matchAll(/[\p{L}\p{Nd}]+/gu)]
  return words.flatMap((_, first) => {
    const runs: string[] = []
    let run = ''
    let end: number | null = null
    for (const { 0: word, index } of words.slice(first)) {
      if (end !== null && [...text.slice(end, index)].length > 1) break
      run += word
      end = index + word.length
      if (run.length > MRN_MOST) break
      if (run.length >= MRN_LEAST) runs.push(run)
    }
    return runs
  })
}

/** "AmaraMcDonald" and "amara_mcdonald" have both names, the second one also in one piece. */
function namesIn(fileName: string): string[] {
  const plain = fileName.replace(/['’]/g, '')
  const apart = plain.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
  return [...new Set([plain, apart].flatMap((text) => foldName(text).match(/\p{L}+/gu) ?? []))]
}
