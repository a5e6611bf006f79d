import { Clock, MessageSquareQuote, Paperclip } from 'lucide-react'
import { type MouseEvent, memo, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { squareLook } from '../../../ui/button-look.rules.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import type { Composing } from './use-composing.ts'
import type { PickedFiles } from './use-picked-files.ts'
import type { SendLater } from './use-send-later.ts'

interface ComposerToolsProps {
  note: boolean
  onAttach: PickedFiles['add']
  /** The list of canned messages is open. */
  canned: boolean
  onCanned: Composing['toggleCanned']
  /** What waits for its time is chosen from these; null where what is written can't wait. */
  later: SendLater['entries'] | null
}

/** What can be put into a message beside words. With the words it is not drawn again. */
export const ComposerTools = memo(function ComposerTools(props: Omit<ComposerToolsProps, 'later'>) {
  const { note, onAttach, canned, onCanned } = props
  return (
    <div className="-ml-1.5 flex shrink-0 items-center">
      <AttachButton onAttach={onAttach} phone={false} />
      {!note && (
        <IconButton
          icon={MessageSquareQuote}
          label="Canned messages"
          size="sm"
          side="above"
          {...cannedToggle(canned, onCanned)}
        />
      )}
    </div>
  )
})

/** On a phone they stand above the box, where there is room for a word. */
export const PhoneTools = memo(function PhoneTools(props: Omit<ComposerToolsProps, 'onAttach'>) {
  const { note, canned, onCanned, later } = props
  return (
    <div className="ml-auto flex items-center">
      {later !== null && (
        <Menu
          label="Send later"
          content={<Clock aria-hidden size={20} strokeWidth={1.75} />}
          className={squareLook('ghost', 'touch')}
          entries={later}
          heading="Send later"
        />
      )}
      {!note && (
        <Button icon={MessageSquareQuote} className="h-11" {...cannedToggle(canned, onCanned)}>
          Canned<span className="max-[370px]:sr-only"> messages</span>
        </Button>
      )}
    </div>
  )
})

interface AttachButtonProps extends Pick<ComposerToolsProps, 'onAttach'> {
  phone: boolean
}

export const AttachButton = memo(function AttachButton({ onAttach, phone }: AttachButtonProps) {
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
          onAttach(target.files)
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
})

function cannedToggle(open: boolean, onToggle: () => void) {
  return {
    'aria-expanded': open,
    // The box keeps its caret: that is where the message goes.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onClick: onToggle,
  }
}
