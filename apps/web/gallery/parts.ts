import type { Part } from './gallery-entry.ts'
import { account } from './parts/account.tsx'
import { appointmentsPart } from './parts/appointments.tsx'
import { audit } from './parts/audit.tsx'
import { automationForecastPart } from './parts/automation-forecast.tsx'
import { automationsPart } from './parts/automations.tsx'
import { campaignResultsPart, sendPart, templatesPart } from './parts/campaign-results.tsx'
import { campaignSettingsPart, campaignsPart } from './parts/campaigns.tsx'
import { chatbotsPart } from './parts/chatbots.tsx'
import { commandsPart } from './parts/commands.tsx'
import { composer } from './parts/composer.tsx'
import { controls } from './parts/controls.tsx'
import { dashboardsPart } from './parts/dashboards.tsx'
import { dialogs } from './parts/dialogs.tsx'
import { doctorsPart } from './parts/doctors.tsx'
import { dueDatesPart } from './parts/due-dates.tsx'
import { familyPart } from './parts/family.tsx'
import { faxPart } from './parts/fax.tsx'
import { formsPart } from './parts/forms.tsx'
import { mentionsPart, messageSearch } from './parts/found.tsx'
import { hours } from './parts/hours.tsx'
import { idle } from './parts/idle.tsx'
import { list } from './parts/list.tsx'
import { mails } from './parts/mails.tsx'
import { members } from './parts/members.tsx'
import { newMessage } from './parts/new-message.tsx'
import { next } from './parts/next.tsx'
import { notices } from './parts/notices.tsx'
import { notifications } from './parts/notifications.tsx'
import { panel } from './parts/panel.tsx'
import { patientChart } from './parts/patient-chart.tsx'
import { patientNotesPart } from './parts/patient-notes.tsx'
import { patientsPart } from './parts/patients.tsx'
import { reviewsPart } from './parts/reviews.tsx'
import { security } from './parts/security.tsx'
import { session } from './parts/session.tsx'
import { shell } from './parts/shell.tsx'
import { states } from './parts/states.tsx'
import { table } from './parts/table.tsx'
import { teamsPart } from './parts/teams.tsx'
import { thread } from './parts/thread.tsx'
import { uploadedFiles } from './parts/uploaded-files.tsx'
import { uploadsPart } from './parts/uploads.tsx'
import { visitSettingsPart } from './parts/visit-settings.tsx'
import { wallboardPart } from './parts/wallboard.tsx'
import { waysIn } from './parts/ways-in.tsx'

/** Every part that has a page, in list order. */
export const parts = {
  controls,
  table,
  states,
  shell,
  session,
  idle,
  'ways-in': waysIn,
  account,
  security,
  hours,
  'visit-settings': visitSettingsPart,
  members,
  teams: teamsPart,
  audit,
  appointments: appointmentsPart,
  'due-dates': dueDatesPart,
  patients: patientsPart,
  'patient-chart': patientChart,
  'patient-notes': patientNotesPart,
  doctors: doctorsPart,
  fax: faxPart,
  forms: formsPart,
  'campaign-results': campaignResultsPart,
  templates: templatesPart,
  send: sendPart,
  uploads: uploadsPart,
  'uploaded-files': uploadedFiles,
  automations: automationsPart,
  'automation-forecast': automationForecastPart,
  campaigns: campaignsPart,
  'campaign-settings': campaignSettingsPart,
  chatbots: chatbotsPart,
  dashboards: dashboardsPart,
  reviews: reviewsPart,
  commands: commandsPart,
  notifications,
  list,
  mentions: mentionsPart,
  search: messageSearch,
  thread,
  family: familyPart,
  next,
  notices,
  composer,
  panel,
  dialogs,
  mails,
  'new-message': newMessage,
  wallboard: wallboardPart,
} satisfies Record<string, Part>
