/** The texts that a step sends: one where it fits in a text message, else one a block; in a chat a bubble a block. */
import type { BotChannel, BotLanguage } from '@foyer/contracts/chatbot/limits.rules.ts'
import { asTextMessage } from '@foyer/contracts/chatbot/words.rules.ts'
import type { MessagePrompt } from '@foyer/contracts/inbox/bot.ts'
import { segmentsOf } from '@foyer/contracts/outreach/segments.rules.ts'
import type { Say } from '@foyer/flow/says.ts'

export interface BotText {
  readonly body: string
  readonly prompt: MessagePrompt | null
  /** The files that go with it. */
  readonly fileIds: readonly string[]
  readonly isUnasked: boolean
}

const SEGMENTS_MAX = 3
/** Files of one text; carriers take ten, of 5 MB in all. */
const FILES_IN_TEXT = 5
const BETWEEN = '\n\n'

interface How {
  readonly channel: BotChannel
  readonly language: BotLanguage
  /** The words with which the session's first text begins; null if it has spoken. */
  readonly introduction: string | null
}

export function textsOf(says: readonly Say[], { channel, language, introduction }: How): BotText[] {
  const texts = says.map(({ text, prompt, fileId, isUnasked }): BotText => {
    const choices = prompt?.choices ?? []
    const body = channel === 'sms' ? asTextMessage(text, choices, language) : text
    const fileIds = fileId === undefined ? [] : [fileId]
    return { body, prompt: prompt && { kind: prompt.kind, choices: [...choices] }, fileIds, isUnasked }
  })
  const [first, ...others] = texts
  if (first === undefined) return []
  const opened = introduction === null ? first : { ...first, body: joined([introduction, first.body]) }
  const all = [opened, ...others].filter(
    ({ body, prompt, fileIds }) => body !== '' || (prompt?.choices.length ?? 0) > 0 || fileIds.length > 0,
  )
  if (channel === 'chat' || all.length < 2) return all
  const body = joined(all.map((one) => one.body))
  const fileIds = all.flatMap((one) => one.fileIds)
  if (segmentsOf(body).segments > SEGMENTS_MAX || fileIds.length > FILES_IN_TEXT) return all
  const prompt = all.findLast((one) => one.prompt !== null)?.prompt ?? null
  return [{ body, prompt, fileIds, isUnasked: all.every(({ isUnasked }) => isUnasked) }]
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(BETWEEN)
}
