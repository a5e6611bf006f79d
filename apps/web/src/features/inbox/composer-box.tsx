import { MESSAGE_MAX } from '@foyer/contracts/defaults.ts'
import { clsx } from 'clsx'
import { SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { focusComposer, rowIsFocusedByKeyboard } from './row-focus.ts'
import { SegmentCounter } from './segment-counter.tsx'

interface ComposerBoxProps {
  note: boolean
  text: string
  phone: boolean
  onText: (text: string) => void
  onSend: () => void
  onPresence: (state: 'viewing' | 'replying') => void
}

/** The text, what it costs, and the button that sends it. */
export function ComposerBox({ note, text, phone, onText, onSend, onPresence }: ComposerBoxProps) {
  const hint = useId()
  const tell = useTelling(onPresence)
  // Whoever opened the conversation by keyboard means the next key for here.
  useEffect(() => {
    if (rowIsFocusedByKeyboard()) focusComposer()
  }, [])
  const tooLong = text.trim().length > MESSAGE_MAX

  function send() {
    if (tooLong) return
    onSend()
    tell('viewing')
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  return (
    <>
      <div className="flex items-end gap-2 max-md:px-3">
        <textarea
          aria-label="Message"
          aria-describedby={hint}
          aria-invalid={tooLong || undefined}
          data-composer
          dir="auto"
          rows={1}
          placeholder={note ? 'Write a note to your colleagues' : 'Write a text message'}
          value={text}
          onChange={({ target }) => {
            onText(target.value)
            tell(target.value.trim() === '' ? 'viewing' : 'replying')
          }}
          onBlur={() => tell('viewing')}
          onKeyDown={onKeyDown}
          className={clsx(
            'scrollbar-quiet block max-h-45 min-h-11 w-full min-w-0 flex-1 resize-none bg-transparent px-3 text-ink outline-none [field-sizing:content]',
            'max-md:rounded-xl max-md:border max-md:bg-raised max-md:py-2.5 max-md:text-md md:py-2 md:text-base',
            note ? 'max-md:border-note-line' : 'max-md:border-control',
          )}
        />
        {phone && <SendButton {...{ note, tooLong }} compact onPress={send} />}
      </div>
      <div className="flex items-center gap-2 px-3 pb-1.5 max-md:min-h-6 md:pr-1.5">
        <span id={hint} className="min-w-0 flex-1 md:text-right">
          <SegmentCounter text={text} note={note} />
        </span>
        {!phone && <SendButton {...{ note, tooLong }} onPress={send} />}
      </div>
    </>
  )
}

interface SendButtonProps {
  note: boolean
  tooLong: boolean
  /** Room for an icon alone. */
  compact?: boolean
  onPress: () => void
}

function SendButton({ note, tooLong, compact = false, onPress }: SendButtonProps) {
  const kind = note ? 'note' : 'primary'
  const label = note ? 'Save note' : 'Send'
  const reason = `At most ${MESSAGE_MAX.toLocaleString('en-US')} characters. Make it shorter first.`
  if (compact) {
    const name = tooLong ? reason : label
    return <IconButton icon={SendHorizontal} label={name} kind={kind} size="touch" side="above" onClick={onPress} />
  }
  return (
    <Button
      {...(note ? {} : { icon: SendHorizontal })}
      kind={kind}
      onClick={onPress}
      disabledReason={tooLong ? reason : undefined}
    >
      {label}
    </Button>
  )
}

/** Colleagues are told when it changes, not at every key. */
function useTelling(onPresence: ComposerBoxProps['onPresence']) {
  const told = useRef<'viewing' | 'replying'>('viewing')
  return (state: 'viewing' | 'replying') => {
    if (told.current === state) return
    told.current = state
    onPresence(state)
  }
}
