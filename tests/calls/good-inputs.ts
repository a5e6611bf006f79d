/** For every call an input that it takes. A new call has none yet, and the compiler says so. */
import type { BodyOf, QueryOf } from '@foyer/contracts/call.ts'
import type { CallName, Calls } from '@foyer/contracts/calls.ts'
import { DEMO_PASSWORD } from '../support/world.ts'
import { CEDAR } from './clinics.ts'

/** What the inputs speak of. */
export interface Known {
  /** A conversation of Cedar's. */
  readonly conversationId: string
  /** A message in it. */
  readonly messageId: string
}

type GoodInputs = {
  readonly [Name in CallName]: (known: Known) => { query: QueryOf<Calls[Name]>; body: BodyOf<Calls[Name]> }
}

const organizationId = CEDAR.id
const nothing = () => ({ query: {}, body: {} })

export const goodInputs: GoodInputs = {
  signInPage: () => ({ query: { returnTo: '/inbox' }, body: {} }),
  signIn: () => ({ query: {}, body: { email: 'vera@demo.test', password: DEMO_PASSWORD, returnTo: '/inbox' } }),
  signOut: nothing,
  signOutByLink: nothing,
  signOutEverywhere: nothing,
  profile: nothing,
  accessToken: nothing,
  keys: nothing,
  validateLogin: nothing,
  servicesToken: nothing,
  recentRevocations: nothing,
  feed: () => ({ query: { organizationId, after: 0, limit: 10, waitMs: 0 }, body: {} }),
  heads: () => ({ query: { organizationId: [organizationId] }, body: {} }),

  conversation: () => ({ query: { organizationId, patientImportId: 'i1' }, body: {} }),
  conversations: () => ({ query: { organizationId, status: ['open', 'unassigned'], page: 1, limit: 10 }, body: {} }),
  messages: ({ conversationId, messageId }) => ({
    query: { organizationId, conversationId, before: messageId },
    body: {},
  }),
  agents: () => ({ query: { organizationId }, body: {} }),
  sendMessage: ({ conversationId }) => ({
    query: {},
    body: { organizationId, conversationId, message: 'Please bring the card.', private: false },
  }),
  updateLastSeen: ({ conversationId }) => ({ query: {}, body: { organizationId, conversationId } }),
  closeConversation: ({ conversationId }) => ({
    query: {},
    body: { organizationId, conversationId, status: 'pending' },
  }),
  markConversationAsUnread: ({ conversationId }) => ({ query: {}, body: { organizationId, conversationId } }),
  toggleStar: ({ conversationId }) => ({ query: {}, body: { organizationId, conversationId, action: 'star' } }),
  assignToStaff: ({ conversationId }) => ({ query: {}, body: { organizationId, conversationId, user: 'usr_dana' } }),

  auditLog: ({ conversationId }) => ({
    query: { organizationId, page: 1, limit: 10, user: 'usr_lena', conversationId, from: '2026-11-01' },
    body: {},
  }),

  inboundText: () => ({
    query: {},
    body: { MessageSid: 'SM1', From: '+15125550142', To: CEDAR.number, Body: 'Hello', NumMedia: 0 },
  }),
  textStatus: ({ messageId }) => ({ query: { messageId }, body: { MessageSid: 'SM2', MessageStatus: 'delivered' } }),
}
