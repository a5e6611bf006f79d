/** The words of a chatbot in the list. */
import type { ChatbotFlowItem } from '@foyer/contracts/chatbot/chatbot.ts'
import { inSentence, momentLabel } from '../../../lib/time-labels.rules.ts'
import { problemCount } from '../block-words.rules.ts'

export type ChatbotTone = 'quiet' | 'live' | 'warn'

export function stateWords({ status }: Pick<ChatbotFlowItem, 'status'>): { label: string; tone: ChatbotTone } {
  if (status === 'live') return { label: 'Live', tone: 'live' }
  return status === 'paused' ? { label: 'Paused', tone: 'warn' } : { label: 'Draft', tone: 'quiet' }
}

export function channelWords({ channels }: Pick<ChatbotFlowItem, 'channels'>): string {
  if (channels.length === 2) return 'Website and text'
  return channels[0] === 'sms' ? 'Text' : 'Website'
}

/** "Version 3 since Nov 12, 9:10 AM" */
export function versionWords(
  { publishedVersion, publishedAt }: Pick<ChatbotFlowItem, 'publishedVersion' | 'publishedAt'>,
  now: Date,
  timezone: string,
): string {
  if (publishedVersion === null || publishedAt === null) return 'Never published'
  return `Version ${publishedVersion} since ${inSentence(momentLabel(publishedAt, now, timezone))}`
}

/** "1 problem", "2 warnings"; null for a clean draft. */
export function problemWords({ problems: { errors, warnings } }: Pick<ChatbotFlowItem, 'problems'>): string | null {
  if (errors > 0) return problemCount(errors)
  return warnings === 0 ? null : `${warnings} warning${warnings === 1 ? '' : 's'}`
}
