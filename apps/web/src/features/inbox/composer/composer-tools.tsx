import { Clock, MessageSquareQuote, Paperclip } from 'lucide-react'
import { type MouseEvent, memo, type ReactNode, useRef } from 'react'
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
  /** The times for sending later; null when this message can't be scheduled. */
  later: SendLater['entries'] | null
  /** What inserts the patient's details and emoji. */
  insert: ReactNode
}

/** The buttons that add something to a message. Memoized, so that typing doesn't render them. */
export const ComposerTools = memo(function ComposerTools(props: Omit<ComposerToolsProps, 'later'>) {
  const { note, onAttach, canned, onCanned, insert } = props
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
      {insert}
    </div>
  )
})

/** On a phone the buttons are above the box, where there is room for a label. */
export const PhoneTools = memo(function PhoneTools(props: Omit<ComposerToolsProps, 'onAttach'>) {
  const { note, canned, onCanned, later, insert } = props
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
      {insert}
      {!note && (
        <Button icon={MessageSquareQuote} className="h-11 max-xs:w-11 max-xs:px-0!" {...cannedToggle(canned, onCanned)}>
          <span className="max-xs:sr-only">
            Canned<span className="max-[480px]:sr-only"> messages</span>
          </span>
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
          // Cleared, so that the same file can be picked again after it was removed.
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
    // Keeps the focus and the caret in the box, where the message is inserted.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onClick: onToggle,
  }
}
