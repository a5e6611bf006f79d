/** Triggers as part of a sentence: "a visit is not confirmed 48 hours before it starts". */
import { weekdayLabel } from './choices.rules.ts'
import { durationWords } from './durations.rules.ts'
import { type Names, nameOf } from './facts.rules.ts'
import { INTENT_PHRASES } from './intent-phrases.rules.ts'
import type { Trigger, TriggerOf } from './triggers.rules.ts'

export function triggerPhrase(trigger: Trigger, names: Names): string {
  switch (trigger.kind) {
    case 'appointmentBooked':
      return 'a visit is booked'
    case 'appointmentChanged':
      return 'a visit is changed'
    case 'appointmentConfirmed':
      return 'a visit is confirmed'
    case 'appointmentCancelled':
      return 'a visit is cancelled'
    case 'appointmentMissed':
      return 'a visit is missed'
    case 'appointmentReminderDue': {
      const before = durationWords(trigger.before)
      return trigger.unconfirmedOnly
        ? `a visit is not confirmed ${before} before it starts`
        : `a visit starts in ${before}`
    }
    case 'appointmentFollowUpDue':
      return `a visit ended ${durationWords(trigger.after)} ago`
    case 'recallDue':
      return duePhrase(trigger.days)
    case 'inboundMessage':
      return textPhrase(trigger)
    case 'campaignReply': {
      const { campaignId } = trigger
      if (campaignId === null) return 'a patient answers a campaign'
      return `a patient answers “${nameOf(names, campaignId) ?? 'Removed campaign'}”`
    }
    case 'conversationOpened':
      return 'a conversation is opened'
    case 'conversationAssigned':
      return 'a conversation is assigned'
    case 'conversationClosed':
      return 'a conversation is closed'
    case 'conversationWaiting': {
      const minutes = durationWords({ n: trigger.minutes, unit: 'minutes' })
      return `a patient has waited ${minutes}${trigger.officeHours ? ' of office hours' : ''}`
    }
    case 'deliveryFailed':
      return 'a text fails'
    case 'thumbsDown':
      return 'a patient gives a thumbs down'
    case 'chatbotHandover':
      return 'a chatbot hands over'
    case 'patientImported':
      return trigger.source === 'upload' ? 'a patient is new by an upload' : 'a patient is new'
    case 'reviewArrived':
      return starsPhrase(trigger.stars)
    case 'schedule':
      return schedulePhrase(trigger)
    default:
      return trigger satisfies never
  }
}

/** "Visit not confirmed 48 hours before it starts, 09:00 to 18:30" */
export function triggerSummary(trigger: Trigger, names: Names): string {
  const between = 'between' in trigger ? trigger.between : null
  const words = triggerPhrase(trigger, names).replace(/^an? /, '')
  const hours = between === null ? '' : `, ${between.from} to ${between.to}`
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}${hours}`
}

function duePhrase(days: number): string {
  if (days === 0) return 'something is due'
  const words = durationWords({ n: Math.abs(days), unit: 'days' })
  return days < 0 ? `something is due in ${words}` : `something was due ${words} ago`
}

function textPhrase({ words, intent, match }: TriggerOf<'inboundMessage'>): string {
  const about = intent === null ? null : (INTENT_PHRASES.get(intent) ?? intent)
  const has =
    words === null ? null : `${match === 'phrase' ? 'says' : 'has'} ${words.map((one) => `“${one}”`).join(' or ')}`
  const told = [has, about].filter((part) => part !== null)
  return told.length === 0 ? 'a patient writes' : `a text ${told.join(' and ')}`
}

function starsPhrase(stars: readonly number[]): string {
  const words = stars.toSorted((one, other) => one - other).join(' or ')
  return stars.length === 5 ? 'a review is new' : `a review has ${words} ${words === '1' ? 'star' : 'stars'}`
}

function schedulePhrase({ days, time, each, daysAhead }: TriggerOf<'schedule'>): string {
  const when = `it is ${time} on ${days.length === 7 ? 'any day' : days.map(weekdayLabel).join(', ')}`
  if (each === 'organization') return when
  if (each === 'conversation') return `${when}, for each conversation`
  return `${when}, for each visit ${daysAhead === 0 ? 'of the day' : `in ${durationWords({ n: daysAhead, unit: 'days' })}`}`
}
