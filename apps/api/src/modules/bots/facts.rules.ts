/** Tells the facts of a step by the clinic, the conversation and the patient. */
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
  /** The patient for whom the session is verified. */
  readonly verifiedAs: string | null
  readonly assistantName: string
  readonly language: BotLanguage
  readonly now: Date
}

export function factsOf({ conversation, standing, clinic, verifiedAs, assistantName, language, now }: Known): Facts {
  const { settings } = clinic
  const zone = clinic.clinic.timezone
  const isKnown = conversation.patientId !== null
  // A text comes from the phone that the only patient of its number has; a visitor could be anybody.
  const isVerified = verifiedAs !== null && verifiedAs === conversation.patientId
  const verified = isVerified || (conversation.channel === 'sms' && isKnown && standing.hasOneOwner)
  return {
    ...{ now: now.toISOString(), zone, open: isOpenAt(now, clinic) },
    opensAt: nextOpening(now, zone, settings.businessHours)?.toISOString() ?? null,
    ...{ channel: conversation.channel, language, onFile: isKnown, verified },
    // A visit is told to its patient alone, and so is whether there is one.
    hasVisit: verified && standing.visit !== null,
    values: {
      ...{ clinic: clinic.clinic.name, clinicPhone: clinic.clinic.smsNumber, assistant: assistantName },
      ...(verified && onFile(standing, zone, language)),
    },
  }
}

export function isOpenAt(now: Date, { settings, clinic }: ClinicSettings): boolean {
  return closedSince(now, clinic.timezone, settings.businessHours) === null
}

function onFile({ patient, visit }: Standing, zone: string, language: BotLanguage): Record<string, string> {
  return {
    ...(patient && {
      ...{ 'patient.firstName': oneLine(patient.firstName), 'patient.lastName': oneLine(patient.lastName) },
      'patient.name': oneLine(`${patient.firstName} ${patient.lastName}`),
    }),
    ...(visit && {
      'visit.date': momentWords(visit.startsAt, zone, 'day', language),
      'visit.time': momentWords(visit.startsAt, zone, 'time', language),
      'visit.doctor': oneLine(visit.doctor),
      'visit.location': oneLine(visit.location),
    }),
  }
}
