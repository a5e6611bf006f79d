import { TextCursorInput } from 'lucide-react'
import { memo } from 'react'
import { squareLook } from '../../../ui/button-look.rules.ts'
import { Menu } from '../../../ui/menu.tsx'
import type { Addressee } from './canned.rules.ts'
import { insertables } from './insert.rules.ts'

interface InsertMenuProps {
  to: Addressee
  timezone: string
  size: 'sm' | 'touch'
  onInsert: (words: string) => void
}

/** Puts what is known of the patient into the text, as the patient will read it. */
export const InsertMenu = memo(function InsertMenu({ to, timezone, size, onInsert }: InsertMenuProps) {
  return (
    <Menu
      label="Insert"
      heading="Insert at the caret"
      className={squareLook('ghost', size)}
      content={<TextCursorInput aria-hidden size={size === 'sm' ? 16 : 20} strokeWidth={1.75} />}
      entries={insertables(to, timezone).map(({ label, words, why }) => ({
        label,
        ...(words === null ? { disabledReason: why } : { detail: words }),
        onSelect: () => words !== null && onInsert(words),
      }))}
    />
  )
})
