/** Holds the refusal of a message against what was sent and what the disk had room for. */
import type { Ledger } from './ledger.ts'
import type { Outcome } from './staff.ts'
import type { ChaosWorld } from './world.ts'

interface Judged {
  readonly ledger: Ledger
  readonly world: Pick<ChaosWorld, 'files'>
  readonly startedAt: number
  /** Whether it came with files; there is nothing wrong with any of them. */
  readonly hasFiles: boolean
}

/** The caller has to sign in, was too quick, or the API can't take the call now. */
const LATER = [401, 409, 429, 503]
const FULL = 507
const FULL_WORDS = 'The file could not be stored. Try again later.'

/** [OPEN-097] A file that can't be stored now is refused with 507: never as the caller's mistake, nor as an internal error. */
export function judgeRefusal(
  answer: Outcome<'sendMessage'> | Outcome<'sendMessageFile'>,
  { ledger, world, startedAt, hasFiles }: Judged,
): void {
  if (answer.kind !== 'refused') return
  const { status, reason, words } = answer
  if (status === FULL) {
    ledger.count('files refused for want of room')
    const isFull = world.files.disk?.wasFull(startedAt, performance.now()) ?? false
    ledger.hold(
      'I18',
      hasFiles && isFull,
      () => `a message is refused with 507, and ${hasFiles ? 'there is room' : 'has no files'}`,
    )
    ledger.hold('I18', reason === 'storage_full' && words === FULL_WORDS, () => `507 says ${reason}: ${words}`)
  } else if (hasFiles) {
    // A conversation may be gone with what was put back; and what a STOP refuses is not about the file.
    const isRight = LATER.includes(status) || (status === 404 && ledger.isPutBack()) || reason === 'opted_out'
    ledger.hold('I18', isRight, () => `a good file is refused with ${status} ${reason}: ${words}`)
  }
}
