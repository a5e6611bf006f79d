/** The inbound step that answers that the clinic is closed. It runs if no earlier step claimed the message. */
import { repliesAfterHours } from '@foyer/contracts/inbox/after-hours.rules.ts'
import { IGNORED, type InboundStep, prepareAutomatic } from '../../conversations/conversations.ts'
import { readRepliedAt, saveRepliedAt } from './after-hours.store.ts'

export const afterHoursStep: InboundStep = {
  name: 'afterHours',
  async consider(tx, parts, { conversation: { id: conversationId, organizationId, askedToStop }, ...message }) {
    const { consent, mayAnswer, isAttended, now } = message
    if (!mayAnswer) return IGNORED
    const key = { organizationId, conversationId }
    const { settings } = await message.settings
    const isDue = repliesAfterHours({
      settings,
      now,
      isWelcome: consent.smsStatus === 'subscribed' && !askedToStop,
      isAttended,
      repliedAt: settings.afterHours.enabled ? await readRepliedAt(tx, key) : null,
    })
    if (!isDue) return IGNORED
    return {
      verdict: 'claims',
      async react(conversation) {
        const text = { body: settings.afterHours.message, kind: 'answer', now } as const
        const prepared = await prepareAutomatic(tx, parts, conversation, text)
        if (prepared.outcome === 'made') await saveRepliedAt(tx, key, now)
        return { answer: { kind: 'after_hours', ...prepared } }
      },
    }
  },
}
