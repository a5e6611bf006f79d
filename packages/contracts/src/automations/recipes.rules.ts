/** Automations to begin with. They name no records of a clinic, so that each clinic can use them. */
import type { DefinitionInput } from './definition.ts'

export interface Recipe {
  readonly key: string
  readonly name: string
  readonly definition: DefinitionInput
}

export const RECIPES: readonly Recipe[] = [
  {
    key: 'confirm48',
    name: 'Confirm visits, 48 hours',
    definition: {
      trigger: {
        ...{ kind: 'appointmentReminderDue', before: { n: 48, unit: 'hours' } },
        between: { from: '09:00', to: '18:00' },
      },
      conditions: [{ field: 'patient.texting', operator: 'is', value: 'on' }],
      actions: [
        {
          ...{ sequence: 1, kind: 'sendSms' },
          text: 'Hi {{firstName|there}}, you have a visit with {{doctor}} on {{visitDate}} at {{visitTime}}. Reply YES if you are coming. {{clinic}}',
        },
        { sequence: 2, kind: 'wait', for: { n: 4, unit: 'hours' }, officeHours: true },
        {
          ...{ sequence: 3, kind: 'sendSms' },
          text: 'We still need to hear from you about {{visitDate}} at {{visitTime}}. Reply YES if you are coming. {{clinic}}',
          onlyIf: { holds: false, conditions: [{ field: 'run.replied', operator: 'is', value: true }] },
        },
      ],
    },
  },
  {
    key: 'refill',
    name: 'Refill requests',
    definition: {
      trigger: { kind: 'inboundMessage', intent: 'refill' },
      actions: [{ sequence: 1, kind: 'markRequest', requestType: 'prescription' }],
    },
  },
  {
    key: 'waiting',
    name: 'Patients who wait an hour',
    definition: {
      trigger: { kind: 'conversationWaiting', minutes: 60, officeHours: true },
      actions: [{ sequence: 1, kind: 'notifyStaff', to: 'supervisors', text: 'A patient has waited for an hour.' }],
    },
  },
  {
    key: 'missed',
    name: 'Missed visits',
    definition: {
      trigger: { kind: 'appointmentMissed' },
      conditions: [{ field: 'patient.texting', operator: 'is', value: 'on' }],
      actions: [
        { sequence: 1, kind: 'wait', for: { n: 1, unit: 'hours' }, officeHours: false },
        {
          ...{ sequence: 2, kind: 'sendSms' },
          text: 'Hi {{firstName|there}}, we missed you today. Text us for a new time. {{clinic}}',
          onlyIf: { holds: false, conditions: [{ field: 'run.replied', operator: 'is', value: true }] },
        },
      ],
    },
  },
  {
    key: 'failed',
    name: 'Texts that failed',
    definition: {
      trigger: { kind: 'deliveryFailed' },
      conditions: [{ field: 'conversation.isAssigned', operator: 'is', value: true }],
      actions: [{ sequence: 1, kind: 'notifyStaff', to: 'assigned', text: 'A text did not reach the patient.' }],
    },
  },
  {
    key: 'lowstars',
    name: 'Reviews with 1 or 2 stars',
    definition: {
      trigger: { kind: 'reviewArrived', stars: [1, 2] },
      actions: [{ sequence: 1, kind: 'notifyStaff', to: 'supervisors', text: 'A review has 1 or 2 stars.' }],
    },
  },
  {
    key: 'emergency',
    name: 'Texts that sound like an emergency',
    definition: {
      trigger: { kind: 'inboundMessage', intent: 'emergency' },
      actions: [
        { sequence: 1, kind: 'notifyStaff', to: 'supervisors', text: 'A text sounds like an emergency: please call.' },
      ],
    },
  },
]
