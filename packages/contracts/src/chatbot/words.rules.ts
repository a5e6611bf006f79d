/** The words that a patient reads of a block: its own, translated, with their placeholders filled in, or a default. */
import { type Answers, answerOf, type Facts } from './facts.rules.ts'
import { optionsOf } from './flow.rules.ts'
import type { Flow, FlowNode, FlowOption, NodeOf } from './flow.ts'
import type { BotLanguage, Expects } from './limits.rules.ts'
import { shortened } from './shortened.rules.ts'

/** The placeholders that no question sets. Those of a patient and a visit are on file, and for a verified patient only. */
export const fixedPlaceholders = [
  'clinic',
  'clinicPhone',
  'bookingLink',
  'assistant',
  'patient.firstName',
  'patient.lastName',
  'patient.name',
  'visit.date',
  'visit.time',
  'visit.doctor',
  'visit.location',
] as const

const FIXED: ReadonlySet<string> = new Set(fixedPlaceholders)
/** A placeholder: its name, and the words behind the bar. */
export const BRACES = /\{\{\s*([\w.-]{1,60})\s*(?:\|([^{}]*))?\}\}/g
/** A patient's words are said back shortened. */
const SAID_BACK = 100

export interface Gap {
  readonly name: string
  /** The words behind the bar; null for none. */
  readonly fallback: string | null
}

export function gapsIn(text: string): Gap[] {
  return [...text.matchAll(BRACES)].map(([, name = '', fallback]) => ({ name, fallback: fallback?.trim() ?? null }))
}

export function isFixed(name: string): boolean {
  return FIXED.has(name)
}

export function isOnFile(name: string): boolean {
  return name.startsWith('patient.') || name.startsWith('visit.')
}

/** Each placeholder is replaced once, so that braces in a patient's words stay what they are. */
export function filledWords(text: string, answers: Answers, facts: Facts | undefined): string {
  return text.replace(BRACES, (_, name: string, fallback: string | undefined) => {
    const fixed =
      FIXED.has(name) && facts !== undefined && Object.hasOwn(facts.values, name) ? facts.values[name] : null
    const value = fixed ?? (FIXED.has(name) ? undefined : answerOf(answers, name)?.label)
    return shortened(value ?? '', SAID_BACK) || (fallback?.trim() ?? '')
  })
}

type Said = 'text' | 'again' | 'nudge'

/** The translation, where there is one. */
export function wordsOf(flow: Flow, node: FlowNode, language: BotLanguage, what: Said = 'text'): string {
  const translated = translationOf(flow, node.id, language)
  if (what === 'text') return translated?.text || node.text
  if (node.kind !== 'question') return ''
  if (what === 'again') return translated?.again || (language === 'en' ? node.settings?.again : '') || ''
  return translated?.nudge || node.settings?.silence?.nudge || ''
}

/** The words that ask for a field of a question. */
export function askOf(
  flow: Flow,
  { id }: Pick<FlowNode, 'id'>,
  { key, ask }: { readonly key: string; readonly ask: string },
  language: BotLanguage,
): string {
  const asks = translationOf(flow, id, language)?.fields
  return (asks && Object.hasOwn(asks, key) && asks[key]) || ask
}

/** The words of a hand-over while the clinic is closed; empty for none of their own. */
export function closedWords(flow: Flow, node: NodeOf<'handoff'>, language: BotLanguage): string {
  return translationOf(flow, node.id, language)?.closedText || node.settings?.closedText || ''
}

export function labelOf(flow: Flow, node: FlowNode, option: FlowOption, language: BotLanguage): string {
  const labels = translationOf(flow, node.id, language)?.options
  return (labels && Object.hasOwn(labels, option.id) && labels[option.id]) || option.label
}

function translationOf({ settings }: Flow, nodeId: string, language: BotLanguage) {
  const all = language === 'es' ? settings.translations?.es : undefined
  return all && Object.hasOwn(all, nodeId) ? all[nodeId] : undefined
}

/** The labels in the order in which a patient reads them. */
export function labelsOf(flow: Flow, node: FlowNode, language: BotLanguage): string[] {
  return optionsOf(node).map((option) => labelOf(flow, node, option, language))
}

const HOW_TO_ANSWER: Readonly<Record<BotLanguage, Readonly<Record<Expects, string>>>> = {
  en: {
    choice: 'Sorry, I did not understand. Reply with the number of your answer.',
    yesno: 'Sorry, I did not understand. Please answer yes or no.',
    number: 'Sorry, I did not understand. Please answer with one number.',
    phone: 'Sorry, I did not understand. Please write a phone number with ten digits.',
    email: 'Sorry, I did not understand. Please write an email address, such as jo@mail.com.',
    name: 'Sorry, I did not understand. Please write your first and last name.',
    text: 'Sorry, I did not understand. Please write your answer in a few words.',
    photo: 'Sorry, I need a photo. Please send a picture.',
    date: 'Sorry, I did not understand. Please write a date such as 03/14/2027.',
    birthdate: 'Sorry, I did not understand. Please write the date of birth, such as 03/14/1968.',
  },
  es: {
    choice: 'Perdón, no entendí. Responda con el número de su respuesta.',
    yesno: 'Perdón, no entendí. Responda sí o no, por favor.',
    number: 'Perdón, no entendí. Responda con un número, por favor.',
    phone: 'Perdón, no entendí. Escriba un número de teléfono de diez dígitos, por favor.',
    email: 'Perdón, no entendí. Escriba un correo electrónico, como jo@mail.com.',
    name: 'Perdón, no entendí. Escriba su nombre y apellido, por favor.',
    text: 'Perdón, no entendí. Escriba su respuesta en pocas palabras, por favor.',
    photo: 'Perdón, necesito una foto. Envíe una imagen, por favor.',
    date: 'Perdón, no entendí. Escriba una fecha como 03/14/2027 (mes/día/año).',
    birthdate: 'Perdón, no entendí. Escriba la fecha de nacimiento, como 03/14/1968 (mes/día/año).',
  },
}

/** How to answer what was not understood. */
export function howToAnswer(expects: Expects, language: BotLanguage): string {
  return HOW_TO_ANSWER[language][expects]
}

/** "Did you mean Book a visit?" or "Did you mean A or B?" */
export function didYouMean(labels: readonly string[], language: BotLanguage): string {
  const last = labels.at(-1) ?? ''
  const before = labels.slice(0, -1).join(', ')
  if (language === 'es') return before === '' ? `¿Quiso decir ${last}?` : `¿Quiso decir ${before} o ${last}?`
  return before === '' ? `Did you mean ${last}?` : `Did you mean ${before} or ${last}?`
}

export function yesAndNo(language: BotLanguage): [yes: string, no: string] {
  return language === 'es' ? ['Sí', 'No'] : ['Yes', 'No']
}

export function handOverWords(language: BotLanguage): string {
  return language === 'es' ? 'Una persona le responderá.' : 'A person will answer you.'
}

export const DEFAULT_INTRODUCTION = "This is {{clinic}}'s automated assistant. Say AGENT any time for a person."

const INTRODUCTIONS: Readonly<Record<BotLanguage, string>> = {
  en: DEFAULT_INTRODUCTION,
  es: 'Este es el asistente automático de {{clinic}}. Escriba HUMANO en cualquier momento para hablar con una persona.',
}

/** The words with which the first text of a session begins: the flow's own, else those of the language. */
export function introductionOf({ settings }: Pick<Flow, 'settings'>, language: BotLanguage): string {
  return settings.introduction ?? INTRODUCTIONS[language]
}

/** A text message has its choices as numbered lines. */
export function asTextMessage(text: string, choices: readonly string[], language: BotLanguage): string {
  if (choices.length === 0) return text
  const lines = choices.map((label, at) => `${at + 1} ${label}`)
  const how = language === 'es' ? 'Responda con un número.' : 'Reply with a number.'
  return [...(text === '' ? [] : [text]), ...lines, how].join('\n')
}
