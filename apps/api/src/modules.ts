/** The one list of modules, in their order: app, start, retention and the world of the tests read it. */
import { eventsModule } from './events/events.module.ts'
import { httpModule } from './http/http.module.ts'
import { attachmentsModule } from './modules/attachments/attachments.module.ts'
import { auditModule } from './modules/audit/audit.module.ts'
import { campaignModule } from './modules/campaign/campaign.module.ts'
import { chatModule } from './modules/chat/chat.module.ts'
import { consentModule } from './modules/consent/consent.module.ts'
import { conversationsModule } from './modules/conversations/conversations.module.ts'
import { inOrder } from './modules/conversations/inbound-order.rules.ts'
import { inboxModule } from './modules/inbox/inbox.module.ts'
import { messagingModule } from './modules/messaging/messaging.module.ts'
import type { Module, Seams } from './modules/module.ts'
import { organizationsModule } from './modules/organizations/organizations.module.ts'
import { outboundModule } from './modules/outbound/outbound.module.ts'
import { patientsModule } from './modules/patients/patients.module.ts'
import { reportsModule } from './modules/reports/reports.module.ts'
import type { SessionParts } from './modules/session/identity.ts'
import { sessionModule } from './modules/session/session.module.ts'
import { textingModule } from './modules/texting/texting.module.ts'

/** A module imports only modules before it; `scripts/rooms.ts` reads this list and checks the imports. */
export const modules: readonly Module<SessionParts>[] = [
  httpModule,
  eventsModule,
  organizationsModule,
  patientsModule,
  consentModule,
  outboundModule,
  conversationsModule,
  attachmentsModule,
  textingModule,
  chatModule,
  inboxModule,
  messagingModule,
  sessionModule,
  campaignModule,
  auditModule,
  reportsModule,
]

export const seams: Seams = { inboundSteps: inOrder(modules.flatMap(({ inboundSteps = [] }) => inboundSteps)) }
