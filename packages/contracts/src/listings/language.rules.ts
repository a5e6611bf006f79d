/** Whether a text can be read by the lint: English or Spanish. */
import { functionWords } from './privacy-words.rules.ts'
import type { Sentence } from './sentences.rules.ts'

/** From so many words on, a text without the small words of a language is of another. */
const WORDS_MIN = 20
const SHARE_MIN = 0.15
const FOREIGN = /[^\P{L}\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u

/** Names that are known may be written in any script. */
export function languageFinding(sentences: readonly Sentence[], text: string, known: ReadonlySet<string>): boolean {
  let words = 0
  let small = 0
  for (const { keys } of sentences)
    for (const key of keys) {
      words++
      if (functionWords.has(key)) small++
    }
  if (words >= WORDS_MIN && small < words * SHARE_MIN) return true
  if (!FOREIGN.test(text)) return false
  return sentences.some(({ keys }) => keys.some((key) => FOREIGN.test(key) && !known.has(key)))
}
