/** The list of modules in their order; app, start, retention and the tests' world read it. */
import { inOrder } from './modules/conversations/inbound-order.rules.ts'
import type { Module, Seams } from './modules/module.ts'
import type { SessionServices } from './modules/session/identity.ts'

/**
 * A line each: the file whose one export is the module. A module imports only modules before it; `scripts/rooms.ts` reads this
 * list and checks the imports.
 */
const files = await Promise.all([
  import('./http/http.module.ts'),
  import('./events/events.module.ts'),
  import('./modules/organizations/organizations.module.ts'),
  import('./modules/figures/figures.module.ts'),
  import('./modules/doctors/doctors.module.ts'),
  import('./modules/patients/patients.module.ts'),
  import('./modules/consent/consent.module.ts'),
  import('./modules/outbound/outbound.module.ts'),
  import('./modules/outreach/outreach.module.ts'),
  import('./modules/notices/notices.module.ts'),
  import('./modules/teams/teams.module.ts'),
  import('./modules/chatbot/chatbot.module.ts'),
  import('./modules/conversations/conversations.module.ts'),
  import('./modules/attachments/attachments.module.ts'),
  import('./modules/texting/texting.module.ts'),
  import('./modules/chat/chat.module.ts'),
  import('./modules/inbox/inbox.module.ts'),
  import('./modules/messaging/messaging.module.ts'),
  import('./modules/appointments/appointments.module.ts'),
  import('./modules/charts/charts.module.ts'),
  import('./modules/notes/notes.module.ts'),
  import('./modules/fax/fax.module.ts'),
  import('./modules/records/records.module.ts'),
  import('./modules/stored-files/stored-files.module.ts'),
  import('./modules/imports/imports.module.ts'),
  import('./modules/session/session.module.ts'),
  import('./modules/shifts/shifts.module.ts'),
  import('./modules/board/board.module.ts'),
  import('./modules/campaign/campaign.module.ts'),
  import('./modules/bots/bots.module.ts'),
  import('./modules/automations/automations.module.ts'),
  import('./modules/listings/listings.module.ts'),
  import('./modules/dashboards/dashboards.module.ts'),
  import('./modules/forms/forms.module.ts'),
  import('./modules/intake/intake.module.ts'),
  import('./modules/bi/bi.module.ts'),
  import('./modules/public-pages/public-pages.module.ts'),
  import('./modules/audit/audit.module.ts'),
  import('./modules/reports/reports.module.ts'),
])

export const modules: readonly Module<SessionServices>[] = files.flatMap((file) => Object.values(file))

export const seams: Seams = {
  inboundSteps: inOrder(modules.flatMap(({ inboundSteps = [] }) => inboundSteps)),
  optOutSteps: modules.flatMap(({ optOutSteps = [] }) => optOutSteps),
  sentSteps: modules.flatMap(({ sentSteps = [] }) => sentSteps),
  welcomes: modules.flatMap(({ welcome }) => welcome ?? []),
  importTargets: modules.flatMap(({ importTargets = [] }) => importTargets),
  figures: modules.flatMap(({ figures = [] }) => figures),
  publicPages: modules.flatMap(({ publicPages }) => publicPages ?? []),
}
