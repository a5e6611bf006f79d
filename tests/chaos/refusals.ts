/** Checks the refusal of a message against its files and the free space on the disk. */
import type { Ledger } from './ledger.ts'
import type { Outcome } from './staff.ts'
import type { ChaosWorld } from './world.ts'

interface Judged {
  readonly ledger: Ledger
  readonly world: Pick<ChaosWorld, 'files'>
  readonly startedAt: number
  /** Whether the message has files; all of them are valid. */
  readonly hasFiles: boolean
}

/** The caller must sign in, was too quick, or must retry later. */
const LATER = [401, 409, 429, 503]
const FULL = 507
const FULL_WORDS = 'The file could not be stored. Try again later.'

/** [OPEN-097] The API refuses a file on a full disk with 507, never as the caller's mistake or as an internal error. */
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
    // A restore may have undone the conversation; and `opted_out` is not about the file.
    const isRight = LATER.includes(status) || (status === 404 && ledger.isPutBack()) || reason === 'opted_out'
    ledger.hold('I18', isRight, () => `a good file is refused with ${status} ${reason}: ${words}`)
  }
}
