/** A block's words in Spanish, as the flow's settings hold them. Words that are emptied are absent. */
import type { Flow } from '@foyer/contracts/chatbot/flow.ts'

type Translations = NonNullable<NonNullable<Flow['settings']['translations']>['es']>
export type Spanish = Translations[string]

export function spanishOf({ settings }: Flow, nodeId: string): Spanish {
  return settings.translations?.es?.[nodeId] ?? { text: '' }
}

export function withSpanish(flow: Flow, nodeId: string, change: Partial<Spanish>): { settings: Flow['settings'] } {
  const { settings } = flow
  const { [nodeId]: _, ...others } = settings.translations?.es ?? {}
  const next = cleaned({ ...spanishOf(flow, nodeId), ...change })
  const es = next === null ? others : { ...others, [nodeId]: next }
  return { settings: { ...settings, translations: { es } } }
}

/** Null where nothing is translated. */
function cleaned({ text, options = {}, fields = {}, ...more }: Spanish): Spanish | null {
  const written = (words: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(words).filter(([, one]) => one !== ''))
  const [labels, asks, others] = [written(options), written(fields), written(more as Record<string, string>)]
  const kept: Spanish = {
    ...{ text, ...others },
    ...(Object.keys(labels).length > 0 && { options: labels }),
    ...(Object.keys(asks).length > 0 && { fields: asks }),
  }
  return text === '' && Object.keys(kept).length === 1 ? null : kept
}
