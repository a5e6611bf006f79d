/** The inbound step for answers to campaigns: message and conversation name the campaign, and the patient is marked. */
import { keywordOf } from '@foyer/contracts/inbox/keywords.rules.ts'
import type { Tx } from '../../../db/tx.ts'
import { wishOf } from '../../consent/consent-words.rules.ts'
import { answerCampaign } from '../../conversations/conversations.rules.ts'
import { type ArrivingMessage, type Considered, IGNORED, type InboundStep } from '../../conversations/conversations.ts'
import { mark } from '../../outreach/outreach.ts'
import { effectOf } from '../../texting/late.rules.ts'
import { type Answered, listAnswered } from './answered.store.ts'

/** The carrier's times are whole seconds. */
const SECOND_MS = 1000

export const answerStep: InboundStep = {
  name: 'campaign',
  isOptional: true,
  // Without a look-up ahead there is nothing to answer: no campaign goes to a chat.
  consider: () => IGNORED,
  async ahead(tx, { organizationId, texts, now }) {
    const answered = await listAnswered(tx, { organizationId, senders: texts.map(({ from }) => from), now })
    return { ...answerStep, consider: (inTx, _parts, message) => considerAnswer(inTx, message, answered) }
  },
}

/** START and HELP are no answer to a campaign; STOP and its kin opt out of it. */
function markOf(message: ArrivingMessage): 'replied' | 'optedOut' | null {
  if (wishOf(message.body) === 'opted_out') return 'optedOut'
  return effectOf(message).isWord || keywordOf(message.body) === 'help' ? null : 'replied'
}

function considerAnswer(tx: Tx, message: ArrivingMessage, all: readonly Answered[]): Considered {
  const { conversation, sentAt, now } = message
  const { organizationId } = conversation
  if (conversation.channel !== 'sms') return IGNORED
  // The newest text that had left when the patient wrote owns the reply.
  const answered = all.find(
    ({ sender, leftAt }) => sender === conversation.sender && leftAt.getTime() <= sentAt.getTime() + SECOND_MS,
  )
  const event = markOf(message)
  if (event === null || answered === undefined || answered.campaignId === null) return IGNORED
  const { campaignId, name, step, patientId } = answered
  return {
    verdict: 'passes',
    async react(received) {
      const at = sentAt < now ? sentAt : now
      await mark(tx, { organizationId, campaignId, patientId, event, at, source: 'phone' })
      const campaign = { _id: campaignId, name, step }
      // An opt-out is no answer that a person has to see.
      return event === 'replied'
        ? { conversation: answerCampaign(received, { _id: campaignId, name }), campaign }
        : { campaign }
    },
  }
}
