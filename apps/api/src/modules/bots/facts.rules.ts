/** The facts of a step, from what was read of the clinic and the conversation. */
import type { Facts } from '@foyer/contracts/chatbot/facts.rules.ts'
import type { BotLanguage } from '@foyer/contracts/chatbot/limits.rules.ts'
import { momentWords, oneLine } from '@foyer/contracts/outreach/moment-words.rules.ts'
import { closedSince, nextOpening } from '@foyer/contracts/time/opening-hours.rules.ts'
import type { ConversationState } from '../conversations/conversations.rules.ts'
import type { ClinicSettings } from '../organizations/organizations.ts'
import type { Standing } from './standing.store.ts'

interface Known {
  readonly conversation: ConversationState
  readonly standing: Standing
  readonly clinic: ClinicSettings
  readonly session: { readonly language: BotLanguage; readonly verified: boolean } | null
  readonly assistantName: string
  readonly now: Date
}

export function factsOf({ conversation, standing, clinic, session, assistantName, now }: Known): Facts {
  const { settings } = clinic
  const zone = clinic.clinic.timezone
  const isKnown = conversation.patientId !== null
  // A text comes from the phone that the only patient of its number has; a visitor could be anybody.
  const verified = session?.verified || (conversation.channel === 'sms' && isKnown && standing.hasOneOwner)
  return {
    ...{ now: now.toISOString(), zone, open: isOpenAt(now, clinic) },
    opensAt: nextOpening(now, zone, settings.businessHours)?.toISOString() ?? null,
    ...{ channel: conversation.channel, language: session?.language ?? 'en', onFile: isKnown, verified },
    hasVisit: standing.visit !== null,
    values: {
      ...{ clinic: clinic.clinic.name, clinicPhone: clinic.clinic.smsNumber, assistant: assistantName },
      ...(verified && onFile(standing, zone)),
    },
  }
}

export function isOpenAt(now: Date, { settings, clinic }: ClinicSettings): boolean {
  return closedSince(now, clinic.timezone, settings.businessHours) === null
}

function onFile({ patient, visit }: Standing, zone: string): Record<string, string> {
  return {
    ...(patient && {
      ...{ 'patient.firstName': oneLine(patient.firstName), 'patient.lastName': oneLine(patient.lastName) },
      'patient.name': oneLine(`${patient.firstName} ${patient.lastName}`),
    }),
    ...(visit && {
      'visit.date': momentWords(visit.startsAt, zone, 'day'),
      'visit.time': momentWords(visit.startsAt, zone, 'time'),
      'visit.doctor': oneLine(visit.doctor),
      'visit.location': oneLine(visit.location),
    }),
  }
}
