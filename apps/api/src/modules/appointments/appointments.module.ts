import type { Module } from '../module.ts'
import { appointmentRoutes } from './appointments.routes.ts'
import type { AppointmentTables } from './appointments.tables.ts'
import { followReminders } from './reminders/deliveries.ts'
import { startReminders } from './reminders/due-reminders.ts'
import { startReminderPlans } from './reminders/plan-worker.ts'
import { linkRetention, visitPage } from './reminders/visit-page.ts'
import { confirmationStep, saidCancelStep } from './replies/confirmation-step.ts'
import { undoRetention } from './undo/undoable.ts'
import { startTellingOwed } from './untold-visits.ts'

/** The appointments of patients: their list, their changes, reminders and due dates. */
export const appointmentsModule: Module = {
  name: 'appointments',
  tables: [
    'appointments',
    'appointment_history',
    'appointment_undo',
    'reminders',
    'due_dates',
    'telemedicine_services',
    'visit_links',
    'reminder_plans',
    'visit_page_asks',
    'untold_visits',
    'external_visits',
  ] satisfies (keyof AppointmentTables)[],
  routes: appointmentRoutes,
  pages: visitPage,
  workers: (parts) => [startReminders(parts), startReminderPlans(parts), startTellingOwed(parts)],
  inboundSteps: [saidCancelStep, confirmationStep],
  sentSteps: [followReminders],
  retention: [undoRetention, linkRetention],
}
