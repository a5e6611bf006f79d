import { Clock, MessageSquareQuote, Paperclip } from 'lucide-react'
import { type MouseEvent, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { squareLook } from '../../../ui/button-look.rules.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import type { Composing } from './use-composing.ts'
import type { PickedFiles } from './use-picked-files.ts'
import type { SendLater } from './use-send-later.ts'

interface ComposerToolsProps {
  note: boolean
  picked: PickedFiles
  composing: Composing
  /** Null where what is written can't wait. */
  later: SendLater | null
}

/** What can be put into a message beside words. */
export function ComposerTools({ note, picked, composing }: Omit<ComposerToolsProps, 'later'>) {
  return (
    <div className="-ml-1.5 flex shrink-0 items-center">
      <AttachButton picked={picked} phone={false} />
      {!note && (
        <IconButton
          icon={MessageSquareQuote}
          label="Canned messages"
          size="sm"
          side="above"
          {...cannedToggle(composing)}
        />
      )}
    </div>
  )
}

/** On a phone they stand above the box, where there is room for a word. */
export function PhoneTools({ note, composing, later }: Omit<ComposerToolsProps, 'picked'>) {
  return (
    <div className="ml-auto flex items-center">
      {later !== null && (
        <Menu
          label="Send later"
          content={<Clock aria-hidden size={20} strokeWidth={1.75} />}
          className={squareLook('ghost', 'touch')}
          entries={later.entries}
          heading="Send later"
        />
      )}
      {!note && (
        <Button icon={MessageSquareQuote} className="h-11" {...cannedToggle(composing)}>
          Canned<span className="max-[370px]:sr-only"> messages</span>
        </Button>
      )}
    </div>
  )
}

export function AttachButton({ picked, phone }: { picked: PickedFiles; phone: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
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
        size={phone ? 'touch' : 'sm'}
        side="above"
        onClick={() => input.current?.click()}
      />
    </>
  )
}

function cannedToggle({ open, close, setTool }: Composing) {
  return {
    'aria-expanded': open === 'canned',
    // The box keeps its caret: that is where the message goes.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onClick: () => (open === 'canned' ? close() : setTool('canned')),
  }
}
