/** What a patient's message is answered with before anyone has read it. */
import type { Tx } from '../../../db/database.ts'
import type { Parts } from '../../../parts.ts'
import type { Heard } from '../consent/consent-words.rules.ts'
import type { ConversationState } from '../conversations.rules.ts'
import { repliesAfterHours } from './after-hours.rules.ts'
import { readRepliedAt, saveRepliedAt } from './after-hours.store.ts'
import { type AutomaticText, type Prepared, prepareAutomatic } from './automatic.ts'
import { readSettings } from './inbox-settings.store.ts'
import { answerTo } from './wordings.rules.ts'

interface Arrived {
  /** As it is with the text in it, locked. */
  readonly conversation: ConversationState
  readonly heard: Heard
  readonly isSubscribed: boolean
  /** Somebody of the staff is writing with them just now. */
  readonly isAttended?: boolean
  readonly now: Date
}

/** At most one; null where there is nothing to say. */
export async function prepareAnswer(
  tx: Tx,
  parts: Pick<Parts, 'config' | 'newId'>,
  { conversation, heard, isSubscribed, isAttended = false, now }: Arrived,
): Promise<(Prepared & { readonly kind: AutomaticText['kind'] | 'after_hours' }) | null> {
  const { settings, clinic } = await readSettings(tx, conversation.organizationId)
  if (heard.answer !== null) {
    const kind = heard.answer === 'welcome' ? 'answer' : heard.answer
    const body = answerTo(heard.answer, clinic, settings)
    return { kind, ...(await prepareAutomatic(tx, parts, conversation, { body, kind, now })) }
  }
  const key = { organizationId: conversation.organizationId, conversationId: conversation.id }
  const isDue = repliesAfterHours({
    settings,
    now,
    isWord: heard.isWord,
    isWelcome: isSubscribed && !conversation.askedToStop,
    isAttended,
    repliedAt: settings.afterHours.enabled ? await readRepliedAt(tx, key) : null,
  })
  if (!isDue) return null
  const text = { body: settings.afterHours.message, kind: 'answer', now } as const
  const prepared = await prepareAutomatic(tx, parts, conversation, text)
  if (prepared.outcome === 'made') await saveRepliedAt(tx, key, now)
  return { kind: 'after_hours', ...prepared }
}
