/** Refuses texts to patients that ask for a reply which would opt them out, or which nobody sees. */
import { collisionsIn, firstProblem } from '@foyer/contracts/outreach/reply-words.rules.ts'
import { Refusal } from '../../http/refusal.ts'

interface Text {
  /** The path of its field in the body of the call. */
  readonly path: string
  readonly text: string
}

export function assertWording(texts: readonly Text[]): void {
  const issues = texts.flatMap(({ path, text }) => {
    const problem = firstProblem(collisionsIn(text))
    return problem === undefined ? [] : [{ path, message: problem.message }]
  })
  const [first] = issues
  if (first) throw new Refusal('not_valid', first.message, { issues })
}
