/** Every feature that has screens, one line each. */
import { settings as settingsWith } from '../features/settings/settings.feature.ts'

export { appointments } from '../features/appointments/appointments.feature.ts'
export { automations } from '../features/automations/automations.feature.ts'
export { campaigns } from '../features/campaigns/campaigns.feature.ts'
export { chatbot } from '../features/chatbot/chatbot.feature.ts'
export { dashboards } from '../features/dashboards/dashboards.feature.ts'
export { doctors } from '../features/doctors/doctors.feature.ts'
export { fax } from '../features/fax/fax.feature.ts'
export { inbox } from '../features/inbox/inbox.feature.ts'
export { listings } from '../features/listings/listings.feature.ts'
export { patients } from '../features/patients/patients.feature.ts'
export { reviews } from '../features/reviews/reviews.feature.ts'
export { send } from '../features/send/send.feature.ts'
export { templates } from '../features/templates/templates.feature.ts'
export { uploads } from '../features/uploads/uploads.feature.ts'
export { wallboard } from '../features/wallboard/wallboard.feature.ts'
export const settings = settingsWith(() => import('./settings-layout.tsx'))
