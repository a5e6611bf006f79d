import { isBlank } from '@foyer/contracts/blank.rules.ts'
import { MESSAGE_MAX } from '@foyer/contracts/defaults.ts'
import { clsx } from 'clsx'
import { type KeyboardEvent, type ReactNode, type RefObject, Suspense, useEffect, useId, useRef } from 'react'
import { withSignature } from '../../../lib/signature.rules.ts'
import { useStable } from '../../../lib/use-stable.ts'
import { useCommands } from '../../../parts/keyboard.tsx'
import { SegmentCounter } from '../../../parts/segment-counter.tsx'
import { lazyPart, SaidInPlace } from '../../../ui/lazy-part.tsx'
import { KEYS } from '../keys.rules.ts'
import { focusComposer, focusMessages, isOpenedByKey } from '../list/row-focus.ts'
import type { ComposerModel } from './composer-model.rules.ts'
import { markedParts, mentionParts } from './mentions.rules.ts'
import { SendButton } from './send-button.tsx'
import { SignatureLine } from './signature-line.tsx'
import type { Composing } from './use-composing.ts'
import type { PickedFiles } from './use-picked-files.ts'
import type { SendLater } from './use-send-later.ts'

const FileChips = lazyPart(async () => (await import('./file-chips.tsx')).FileChips, SaidInPlace)
const TextMarks = lazyPart(async () => (await import('../../../parts/text-marks.tsx')).TextMarks)

interface ComposerBoxProps {
  conversationId: string
  box: RefObject<HTMLTextAreaElement | null>
  note: boolean
  text: string
  /** Added to the text when it is sent; empty for none. */
  signature: string
  phone: boolean
  composing: Composing
  picked: PickedFiles
  badFile: ComposerModel['badFile']
  /** The names of the colleagues picked for this note. */
  names: readonly string[]
  /** The id of the list that may be open above the box. */
  listId: string
  later: SendLater['entries'] | null
  tools: ReactNode
  onPresence: (state: 'viewing' | 'replying') => void
  onSendAndClose: () => void
}

/** The text field with its files, its cost, and the send button. */
export function ComposerBox({ box, note, text, phone, composing, picked, badFile, ...rest }: ComposerBoxProps) {
  const { conversationId, names, signature, listId, later, tools, onPresence, onSendAndClose } = rest
  const hint = useId()
  const reportPresence = usePresenceReport(onPresence)
  // A user who opened the conversation by keyboard continues typing here.
  useEffect(() => {
    if (isOpenedByKey(conversationId)) focusComposer()
  }, [conversationId])
  const signed = note ? text : withSignature(text, signature)
  const tooLong = signed.trim().length > MESSAGE_MAX

  function send(way?: () => void) {
    if (tooLong) return
    composing.send(way)
    reportPresence('viewing')
  }

  useCommands([
    { ...KEYS.leaveBox, run: focusMessages },
    { ...KEYS.send, run: () => send() },
    { ...KEYS.sendAndClose, run: () => send(onSendAndClose) },
  ])

  const press = useStable(() => send())

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (composing.keys.current?.(event)) event.preventDefault()
  }

  return (
    <>
      {(picked.files.length > 0 || badFile !== null) && (
        <Suspense fallback={<div className="h-13" />}>
          <FileChips files={picked.files} bad={badFile} onRemove={picked.remove} />
        </Suspense>
      )}
      <div className="flex items-end gap-2 max-md:gap-1.5 max-md:pr-3 max-md:pl-1">
        {phone && tools}
        <div
          className={clsx(
            'relative min-w-0 flex-1',
            'max-md:rounded-xl max-md:border max-md:bg-raised',
            note ? 'max-md:border-note-line' : 'max-md:border-control',
          )}
        >
          {names.length > 0 && (
            <Suspense fallback={null}>
              <TextMarks box={box} parts={mentionParts(text, names)} kind="note" className={PADDING} />
            </Suspense>
          )}
          {composing.gaps.length > 0 && (
            <Suspense fallback={null}>
              <TextMarks box={box} parts={markedParts(text, composing.gaps)} kind="warn" className={PADDING} />
            </Suspense>
          )}
          <textarea
            ref={box}
            aria-label="Message"
            aria-describedby={hint}
            aria-invalid={tooLong || undefined}
            // Named only while an option is active, because the code of the list may still be loading.
            {...(composing.active === undefined
              ? {}
              : { 'aria-controls': listId, 'aria-activedescendant': composing.active, 'aria-autocomplete': 'list' })}
            data-composer
            dir="auto"
            rows={1}
            placeholder={placeholder(note, phone)}
            value={text}
            onChange={({ target }) => {
              composing.setCaret(target.selectionStart)
              composing.change(target.value)
              reportPresence(isBlank(target.value) ? 'viewing' : 'replying')
            }}
            onSelect={({ currentTarget }) => composing.setCaret(currentTarget.selectionStart)}
            onPaste={picked.onPaste}
            onBlur={() => reportPresence('viewing')}
            onKeyDown={onKeyDown}
            className={`scrollbar-quiet relative block max-h-45 min-h-11 w-full resize-none bg-transparent text-ink outline-none [field-sizing:content] ${PADDING}`}
          />
        </div>
        {phone && <SendButton {...{ note, tooLong }} later={null} compact onPress={press} />}
      </div>
      {signed !== text && <SignatureLine {...{ text, signature }} />}
      <div className="flex items-center gap-2 px-3 pb-1.5 max-md:pt-1 max-md:pb-2 max-md:pl-13.5 md:pr-1.5">
        {!phone && tools}
        <span id={hint} className="min-w-0 flex-1 md:text-right">
          <SegmentCounter text={signed} note={note} />
        </span>
        {!phone && <SendButton {...{ note, tooLong, later }} onPress={press} />}
      </div>
    </>
  )
}

/** The slash and the @ sign are hinted at only with a hardware keyboard. */
function placeholder(note: boolean, phone: boolean): string {
  if (note) return 'Write a note, @ tells a colleague'
  return phone ? 'Write a text message' : 'Write a text message. Type / for canned messages'
}

const PADDING = 'px-3 max-md:py-2.5 max-md:text-md md:py-2 md:text-base'

/** Reports the presence state when it changes, not at every key. */
function usePresenceReport(onPresence: ComposerBoxProps['onPresence']) {
  const reported = useRef<'viewing' | 'replying'>('viewing')
  return (state: 'viewing' | 'replying') => {
    if (reported.current === state) return
    reported.current = state
    onPresence(state)
  }
}
