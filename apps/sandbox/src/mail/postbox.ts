/** Every mail that this e-mail service took, and how it misbehaves on request; in memory, and the newest only. */
import { z } from 'zod'

export interface TakenMail {
  readonly id: string
  readonly to: string
  readonly from: string
  readonly fromName: string
  readonly subject: string
  readonly text: string
  /** Null for a mail without an HTML part. */
  readonly html: string | null
  readonly headers: Readonly<Record<string, string>>
  /** The marks that its sender gave it. */
  readonly marks: Readonly<Record<string, string>>
  readonly takenAt: string
}

export const mailBehaviourSchema = z.strictObject({
  /**
   * To a mail that is handed over: `slow` takes it and answers late, `hang` takes it and never answers, `lost` never answers
   * and takes nothing, `tooMany` is 429, `error` 500 and `refuse` 400, all three without taking it.
   */
  answer: z.enum(['normal', 'slow', 'hang', 'lost', 'tooMany', 'error', 'refuse']),
  /** After that many answers it is normal again; null: until it is changed. */
  times: z.int().min(1).max(1_000_000).nullable(),
  /** Whether the account may look into the list of what was taken. */
  listed: z.boolean(),
})
type MailBehaviour = z.infer<typeof mailBehaviourSchema>

const GOOD: MailBehaviour = { answer: 'normal', times: null, listed: true }

export interface Postbox {
  add(mail: TakenMail): void
  /** Oldest first. */
  all(): TakenMail[]
  behaviour(): MailBehaviour
  change(to: Partial<MailBehaviour>): MailBehaviour
  /** How the next mail is answered; uses up one of `times`. */
  nextAnswer(): MailBehaviour['answer']
  clear(): void
  /** Hears every mail that was taken, and `null` when all were taken away. */
  watch(listener: (mail: TakenMail | null) => void): () => void
}

export function createPostbox(most = 5000): Postbox {
  let mails: TakenMail[] = []
  let behaviour = GOOD
  const watchers = new Set<(mail: TakenMail | null) => void>()
  const tell = (mail: TakenMail | null) => {
    for (const listener of watchers) listener(mail)
  }
  const change = (to: Partial<MailBehaviour>) => {
    behaviour = { ...behaviour, ...to }
    return behaviour
  }
  return {
    add(mail) {
      mails = [...mails, mail].slice(-most)
      tell(mail)
    },
    all: () => mails,
    behaviour: () => behaviour,
    change,
    nextAnswer() {
      const { answer, times } = behaviour
      if (answer !== 'normal' && times !== null)
        change(times > 1 ? { times: times - 1 } : { answer: 'normal', times: null })
      return answer
    },
    clear() {
      mails = []
      behaviour = GOOD
      tell(null)
    },
    watch(listener) {
      watchers.add(listener)
      return () => watchers.delete(listener)
    },
  }
}
