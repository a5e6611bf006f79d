/** Follows the texts and e-mails of campaigns until they are delivered. */
import { mayBecome, type SendState } from '@foyer/contracts/campaign/sends.rules.ts'
import type { DeliveryNews, SentStep } from '../../conversations/conversations.ts'
import { postponeCampaignTexts } from '../../outbound/outbound.ts'
import { isUnsubscribed } from '../../outreach/outreach.ts'
import { wakeNews } from './news.store.ts'
import { keepBack } from './pace.store.ts'
import { findSent, followSend } from './sent-sends.store.ts'

/** The texts of a campaign and those of a run of a template are followed alike. */
export const followSends: readonly SentStep[] = [stepOf('campaign'), stepOf('template')]

const OF_NEWS: Readonly<Record<DeliveryNews['status'], SendState>> = {
  queued: 'queued',
  sent: 'sent',
  delivered: 'delivered',
  notDelivered: 'failed',
}

const DELETED = 'The campaign was deleted. Not sent.'
const NO_CONSENT = 'The patient’s consent to promotion was withdrawn. Not sent.'
const UNSUBSCRIBED = 'The patient unsubscribed from these emails. Not sent.'

function stepOf(origin: 'campaign' | 'template'): SentStep {
  return {
    origin,

    /** What is under way of a stopped campaign still ends. */
    async objection(tx, sent) {
      const send = await findSent(tx, sent)
      if (send === undefined) return null
      if (send.isDeleted) return DELETED
      if (send.lacksConsent) return NO_CONSENT
      const { organizationId } = sent
      const { address } = send
      const isRefused = 'mailId' in sent && address !== null && (await isUnsubscribed(tx, { organizationId, address }))
      return isRefused ? UNSUBSCRIBED : null
    },

    async hear(tx, _parts, sent, { status, reason, isTaken = false, isUnconfirmed = false }, now) {
      const send = await findSent(tx, sent)
      const state = isUnconfirmed ? 'unconfirmed' : OF_NEWS[status]
      // A repeated or late report changes nothing.
      if (send === undefined || !mayBecome(send.state, state)) return []
      const isFailed = state === 'failed'
      const took = state === 'sent' || state === 'delivered' || (isFailed && isTaken)
      await followSend(tx, sent, { state, failureReason: isFailed ? reason : null, isTaken: took, now })
      wakeNews(tx)
      return []
    },

    async tooFast(tx, { organizationId }, delayMs, now) {
      await keepBack(tx, organizationId, new Date(now.getTime() + delayMs))
      await postponeCampaignTexts(tx, organizationId, delayMs)
    },
  }
}
