/** Finds words that must not be said: those of consent, secrets, and those that are missing in a language. */
import { keywordOf } from '../inbox/keywords.rules.ts'
import { plainWords } from '../inbox/plain-words.rules.ts'
import { collisionsIn } from '../outreach/reply-words.rules.ts'
import { exitWordIn, exitWords, restartWords } from './exit-words.rules.ts'
import type { Checked, Finding, References } from './findings.rules.ts'
import { channelsOf, fieldsOf, startsOf } from './flow.rules.ts'
import type { Flow, FlowNode } from './flow.ts'
import type { BotLanguage } from './limits.rules.ts'
import { isChoices } from './ports.rules.ts'
import { languagesOf, readTexts } from './said.rules.ts'
import { labelOf } from './words.rules.ts'

const CONSENT_HEARD: ReadonlySet<string> = new Set(['optOut', 'help', 'optIn'])

/** By SMS these words never reach the flow. */
export function consentCollisions({ flow, reachedBy }: Checked): Finding[] {
  const collision = (nodeId: string | null, message: string, more: Partial<Finding> = {}): Finding => ({
    ...{ code: 'opt_out_collision', severity: 'error', nodeId, message, ...more },
  })
  const heard = (word: string) =>
    `"${word}" is a consent word: by text it never reaches the assistant. Use another word.`
  if (reachedBy.sms.size === 0) return []
  const exit = (flow.settings.exitWords ?? []).filter((word) => keywordOf(word) !== null)
  return [
    ...exit.map((word) => collision(null, heard(word))),
    ...flow.nodes.flatMap((node) => {
      if (!reachedBy.sms.has(node.id)) return []
      const keywords = node.kind === 'start' && channelsOf(node).includes('sms') ? (node.settings?.keywords ?? []) : []
      return [
        ...keywords.filter((word) => keywordOf(word) !== null).map((word) => collision(node.id, heard(word))),
        ...wordsOfAnswers(node, flow).flatMap(({ port, words }) => {
          const word = words.find((one) => keywordOf(one) !== null)
          return word === undefined ? [] : [collision(node.id, heard(word), { port })]
        }),
        ...readTexts(flow, node).flatMap(({ text, language }) => {
          const found = collisionsIn(text).find((one) => CONSENT_HEARD.has(one.heard))
          return found === undefined ? [] : [collision(node.id, found.message, { language })]
        }),
      ]
    }),
  ]
}

/** The words that a patient may write, or press, for each answer. */
function wordsOfAnswers(node: FlowNode, flow: Flow): { readonly port: string; readonly words: readonly string[] }[] {
  if (!isChoices(node)) return []
  return node.options.map((option) => {
    const labels = languagesOf(flow).map((language) => labelOf(flow, node, option, language))
    return { port: option.id, words: [...labels, ...(option.keywords ?? [])] }
  })
}

/** A word for a person, or for a new start, is heard before the answers; an answer that has it may have others, or a number. */
export function takenAnswers({ flow }: Checked): Finding[] {
  return flow.nodes.flatMap((node) =>
    wordsOfAnswers(node, flow).flatMap(({ port, words }): Finding[] => {
      const word = words.find((one) => exitWordIn(one, flow) !== null)
      if (word === undefined) return []
      const does = exitWordIn(word, flow) === 'person' ? 'asks for a person' : 'begins the talk again'
      const message = `"${word}" ${does}, so it never takes this answer. Use other words.`
      return [{ code: 'keyword_taken', severity: 'error', nodeId: node.id, port, message }]
    }),
  )
}

export function takenKeywords({ flow }: Checked, { keywords }: References): Finding[] {
  const always: ReadonlySet<string> = new Set<string>([...exitWords, ...restartWords].map(plainWords))
  return startsOf(flow).flatMap((node) => {
    if (node.kind !== 'start' || node.settings?.starts !== 'keyword') return []
    return (node.settings.keywords ?? []).flatMap((word): Finding[] => {
      const isTaken = keywords.has(plainWords(word))
      if (!isTaken && !always.has(plainWords(word)) && exitWordIn(word, flow) === null) return []
      const why = isTaken ? 'begins another chatbot' : 'asks for a person or begins again'
      const message = `"${word}" ${why}. Use another keyword.`
      return [{ code: 'keyword_taken', severity: 'error', nodeId: node.id, message }]
    })
  })
}

const SECRETS =
  /\b(social security|ssn|credit card|debit card|card number|cvv|security code|password|passcode|pin number|seguro social|tarjeta de (cr[eé]dito|d[eé]bito)|n[uú]mero de (su )?tarjeta|contrase[nñ]a)\b/i

export function secretsAsked({ flow }: Checked): Finding[] {
  return flow.nodes.flatMap((node): Finding[] => {
    if (node.kind !== 'question') return []
    const secret = readTexts(flow, node).flatMap(({ text }) => SECRETS.exec(text)?.[0] ?? [])[0]
    if (secret === undefined) return []
    const message = `The assistant asks for a secret ("${secret}"). Such an answer stays in the conversation.`
    return [{ code: 'asks_secret', severity: 'warning', nodeId: node.id, message }]
  })
}

export function photosInChat({ flow, reachedBy }: Checked): Finding[] {
  return flow.nodes.flatMap((node): Finding[] => {
    if (node.kind !== 'question' || !reachedBy.chat.has(node.id)) return []
    const expects = [node.settings?.expects, ...fieldsOf(node).map((field) => field.expects)]
    if (isChoices(node) || !expects.includes('photo')) return []
    const message = 'A visitor of the website can not send a photo. Ask for it by text only.'
    return [{ code: 'photo_in_chat', severity: 'warning', nodeId: node.id, message }]
  })
}

const LANGUAGE_NAMES: Readonly<Record<BotLanguage, string>> = { en: 'English', es: 'Spanish' }

export function untranslated({ flow }: Checked): Finding[] {
  if (!languagesOf(flow).includes('es')) return []
  const { es = {} } = flow.settings.translations ?? {}
  return flow.nodes.flatMap((node): Finding[] => {
    const own = Object.hasOwn(es, node.id) ? es[node.id] : undefined
    const labels = isChoices(node) ? node.options.filter(({ id, label }) => label !== '' && !own?.options?.[id]) : []
    const isText = node.kind !== 'start' && node.kind !== 'condition' && node.text !== '' && !own?.text
    const [first] = labels
    if (!isText && first === undefined) return []
    const what = isText ? 'The text' : `The answer "${first?.label}"`
    const message = `${what} is not translated into ${LANGUAGE_NAMES.es}.`
    const port = isText || first === undefined ? {} : { port: first.id }
    return [{ code: 'untranslated', severity: 'warning', nodeId: node.id, ...port, language: 'es', message }]
  })
}
