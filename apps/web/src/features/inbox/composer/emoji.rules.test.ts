import { expect, test } from 'vitest'
import { emojiData } from './emoji.rules.ts'

const known = {
  '😀': { name: 'grinning face', group: 'Smileys & Emotion', emoji_version: '1.0' },
  '🙏': { name: 'folded hands', group: 'People & Body', emoji_version: '0.6' },
  '🫠': { name: 'melting face', group: 'Smileys & Emotion', emoji_version: '14.0' },
  '🫩': { name: 'face with bags under eyes', group: 'Smileys & Emotion', emoji_version: '16.0' },
  '🇺🇸': { name: 'flag United States', group: 'Flags', emoji_version: '2.0' },
}

test('emojiData offers no flags and no emoji that older phones lack, by group and with their words [INBOX-04]', () => {
  const { emojis, categories } = emojiData(known, { '🙏': ['folded_hands', 'please', 'thanks'] })
  expect(categories).toEqual([
    { index: 0, label: 'Smileys & Emotion' },
    { index: 1, label: 'People & Body' },
  ])
  expect(emojis.map(({ emoji, category, tags }) => [emoji, category, tags])).toEqual([
    ['😀', 0, []],
    ['🙏', 1, ['folded hands', 'please', 'thanks']],
    ['🫠', 0, []],
  ])
})
