import { CallError } from '../../../api/call-error.ts'
import { staleQuestion } from '../composer/composer.rules.ts'

/** The words for a refused scheduled text. */
export function refusalWords(error: unknown): { stale: boolean; words: string } {
  if (!(error instanceof CallError))
    return { stale: false, words: 'The text was not saved: the server did not answer. Try again.' }
  // A colleague decided about the same text meanwhile.
  if (error.reason === 'stale' && isScheduled(error.data)) return { stale: false, words: error.detail ?? error.message }
  if (error.reason === 'stale') {
    const conversation = error.data as Parameters<typeof staleQuestion>[0]
    return { stale: true, words: staleQuestion(conversation ?? null) }
  }
  const { message, issues, detail, status } = error
  const said = status < 500 ? (issues[0]?.message ?? detail) : undefined
  return { stale: false, words: said === undefined ? message : `${message}. ${said}` }
}

function isScheduled(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'sendAt' in data
}
