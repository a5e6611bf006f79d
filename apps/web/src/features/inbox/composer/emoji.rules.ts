/** The emoji that the composer offers, in the form that the picker reads. */
import type { EmojiData } from 'frimousse'

interface UnicodeEmoji {
  readonly name: string
  readonly group: string
  readonly emoji_version: string
}

/** Phones that get no more updates show a newer emoji as an empty box; these have been on phones since 2022. */
const NEWEST = 14
/** Windows draws flags as letters, so staff could not tell what they send. */
const FLAGS = 'Flags'

export function emojiData(
  known: Readonly<Record<string, UnicodeEmoji>>,
  keywords: Readonly<Record<string, readonly string[]>>,
): EmojiData {
  const offered = Object.entries(known).filter(
    ([, { group, emoji_version }]) => group !== FLAGS && Number(emoji_version) <= NEWEST,
  )
  const groups = [...new Set(offered.map(([, { group }]) => group))]
  return {
    locale: 'en',
    categories: groups.map((label, index) => ({ index, label })),
    emojis: offered.map(([emoji, { name, group, emoji_version }]) => ({
      emoji,
      label: name,
      category: groups.indexOf(group),
      version: Number(emoji_version),
      tags: (keywords[emoji] ?? []).map((word) => word.replaceAll('_', ' ')),
    })),
    skinTones: { light: '', 'medium-light': '', medium: '', 'medium-dark': '', dark: '' },
  }
}
