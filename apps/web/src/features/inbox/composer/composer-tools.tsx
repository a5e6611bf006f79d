import { Clock, MessageSquareQuote, Paperclip } from 'lucide-react'
import { useRef } from 'react'
import { squareLook } from '../../../ui/button-look.rules.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import type { Composing } from './use-composing.ts'
import type { PickedFiles } from './use-picked-files.ts'
import type { SendLater } from './use-send-later.ts'

interface ComposerToolsProps {
  note: boolean
  phone: boolean
  picked: PickedFiles
  composing: Composing
  /** Null where what is written can't wait. */
  later: SendLater | null
}

/** What can be put into a message beside words. */
export function ComposerTools({ note, phone, picked, composing, later }: ComposerToolsProps) {
  const input = useRef<HTMLInputElement>(null)
  const size = phone ? 'touch' : 'md'
  return (
    <div className="flex shrink-0 items-center max-md:-ml-2.5 md:-ml-1.5">
      <input
        ref={input}
        type="file"
        multiple
        aria-label="Files to attach"
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          picked.add(target.files)
          // The same file may be picked again after it was taken out.
          target.value = ''
        }}
      />
      <IconButton
        icon={Paperclip}
        label="Attach files"
        size={size}
        side="above"
        onClick={() => input.current?.click()}
      />
      {!note && (
        <IconButton
          icon={MessageSquareQuote}
          label="Canned messages"
          size={size}
          side="above"
          aria-expanded={composing.open === 'canned'}
          // The box keeps its caret: that is where the message goes.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => (composing.open === 'canned' ? composing.close() : composing.setTool('canned'))}
        />
      )}
      {phone && later !== null && (
        <Menu
          label="Send later"
          content={<Clock aria-hidden size={20} strokeWidth={1.75} />}
          className={squareLook('ghost', 'touch')}
          entries={later.entries}
          heading="Send later"
        />
      )}
    </div>
  )
}
