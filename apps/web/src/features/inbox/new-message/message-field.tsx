import { MESSAGE_MAX } from '@foyer/contracts/defaults.ts'
import { useSelector } from '@xstate/react'
import { clsx } from 'clsx'
import { SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, Suspense, useId, useRef, useState } from 'react'
import { withSignature } from '../../../lib/signature.rules.ts'
import { SegmentCounter } from '../../../parts/segment-counter.tsx'
import { useActiveOrganization } from '../../../parts/services.tsx'
import { usePreferences } from '../../../parts/use-preferences.ts'
import { lazyPart, SaidInPlace } from '../../../ui/lazy-part.tsx'
import { SplitButton } from '../../../ui/split-button.tsx'
import type { Addressee } from '../composer/canned.rules.ts'
import { isSendable } from '../composer/composer.rules.ts'
import { GapNotice } from '../composer/composer-notices.tsx'
import { ComposerTools } from '../composer/composer-tools.tsx'
import { EmojiButton } from '../composer/emoji-button.tsx'
import { InsertMenu } from '../composer/insert-menu.tsx'
import { SignatureLine } from '../composer/signature-line.tsx'
import { useComposing } from '../composer/use-composing.ts'
import { useLaterEntries } from '../composer/use-later-entries.ts'
import { usePickedFiles } from '../composer/use-picked-files.ts'
import { NOT_WITH_FILES } from '../composer/use-send-later.ts'
import { isReady, type NewMessageActor, type Recipient } from './new-message.machine.ts'

const CannedPicker = lazyPart(async () => (await import('../composer/canned-picker.tsx')).CannedPicker)
const CannedDialog = lazyPart(async () => (await import('../composer/canned-dialog.tsx')).CannedDialog)
const LaterDialog = lazyPart(async () => (await import('../composer/later-dialog.tsx')).LaterDialog)
const FileChips = lazyPart(async () => (await import('../composer/file-chips.tsx')).FileChips, SaidInPlace)

const OFFLINE = 'You are offline. Your text is kept until you are back.'
const NOBODY: Addressee = { name: '', appointment: null }

export interface MessageFieldProps {
  actor: NewMessageActor
  organizationId: string
  timezone: string
  now: Date
  staff: string
  phone: boolean
  offline: boolean
  sending: boolean
}

/** The text of a new message with its files, and the buttons of the composer. */
export function MessageField(props: MessageFieldProps) {
  const { actor, organizationId, timezone, now, staff, phone, offline, sending } = props
  const context = useSelector(actor, (state) => state.context)
  const { to, text, files, badFile } = context
  const field = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  const [choosing, setChoosing] = useState(false)
  const clinic = useActiveOrganization()?.name ?? ''
  const addressee: Addressee = to === null ? NOBODY : { name: to.name ?? '', appointment: to.visit ?? null }
  const signature = usePreferences(organizationId).own?.signature ?? ''
  const signed = withSignature(text, signature)
  const picked = usePickedFiles(files, (next) => actor.send({ type: 'files.changed', files: next }))
  const reason = offline ? OFFLINE : missingWords(to, signed, files)
  const sendAt = (at: Date | null) => {
    if (reason !== undefined || !isReady(context)) return
    actor.send({ type: 'send.requested', signature, ...(at === null ? {} : { sendAt: at }) })
  }
  const composing = useComposing({
    ...{ box, text },
    note: false,
    onText: (next) => actor.send({ type: 'text.typed', text: next }),
    onSend: () => sendAt(null),
  })
  const later = useLaterEntries(
    { organizationId, now, timezone, visitAt: addressee.appointment?.startsAt ?? null },
    { onTime: (at) => composing.send(() => sendAt(at)), onPick: () => composing.send(() => setChoosing(true)) },
  )
  const { open, tool, filter, keys, setActive, active } = composing
  const list = { listId: `${field}-list`, keys, onActive: setActive, onClose: composing.close }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (composing.keys.current?.(event)) return event.preventDefault()
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    composing.send()
  }

  return (
    <div className="flex flex-col gap-4">
      <div>
        <label htmlFor={field} className="mb-1 block text-sm font-medium">
          Message
        </label>
        <div
          {...picked.drop}
          className={clsx(
            'focus-shell rounded-md border border-control bg-raised',
            picked.dragging && 'outline-2 outline-dashed outline-accent',
          )}
        >
          {(files.length > 0 || badFile !== null) && (
            <Suspense fallback={<div className="h-13" />}>
              <FileChips files={files} bad={badFile} onRemove={picked.remove} />
            </Suspense>
          )}
          <textarea
            ref={box}
            id={field}
            dir="auto"
            rows={5}
            value={text}
            readOnly={sending}
            {...(active === undefined
              ? {}
              : { 'aria-controls': list.listId, 'aria-activedescendant': active, 'aria-autocomplete': 'list' })}
            onChange={({ target }) => {
              composing.setCaret(target.selectionStart)
              composing.change(target.value)
            }}
            onSelect={({ currentTarget }) => composing.setCaret(currentTarget.selectionStart)}
            onPaste={picked.onPaste}
            onKeyDown={onKeyDown}
            className="scrollbar-quiet block max-h-80 min-h-28 w-full resize-none bg-transparent px-3 py-2 text-md text-ink outline-none [field-sizing:content] md:text-base"
          />
          <SignatureLine {...{ text, signature }} />
          <div className="flex items-center gap-2 pr-3 pb-1.5 pl-3">
            {!sending && (
              <ComposerTools
                note={false}
                canned={open === 'canned'}
                onAttach={picked.add}
                onCanned={composing.toggleCanned}
                insert={
                  <>
                    <InsertMenu to={addressee} {...{ timezone }} size="sm" onInsert={composing.insertFromMenu} />
                    {!phone && <EmojiButton onPick={composing.insertEmoji} />}
                  </>
                }
              />
            )}
            <p className="min-w-0 flex-1 text-right">
              <SegmentCounter text={signed} note={false} />
            </p>
          </div>
        </div>
        <Suspense fallback={null}>
          {open === 'canned' && (
            <CannedPicker
              {...list}
              {...{ organizationId }}
              inPage
              typed={filter}
              filling={{ conversation: addressee, clinic, staff, timezone }}
              onPick={composing.insert}
              onManage={() => composing.setTool('manage')}
            />
          )}
          {tool === 'manage' && <CannedDialog {...{ organizationId, phone }} onClose={composing.close} />}
          {choosing && (
            <LaterDialog
              title="Send later"
              save="Schedule text"
              {...{ phone, timezone }}
              sendAt={null}
              onSave={async ({ sendAt: at }) => {
                setChoosing(false)
                sendAt(at)
                return true
              }}
              onClose={() => setChoosing(false)}
            />
          )}
        </Suspense>
      </div>
      {composing.gaps.length > 0 && <GapNotice gaps={composing.gaps} />}
      <div className="flex justify-end">
        <SplitButton
          label="Send"
          kind="primary"
          icon={SendHorizontal}
          busy={sending}
          disabledReason={sending ? undefined : reason}
          onPress={() => composing.send()}
          menuLabel="Send later"
          entries={laterEntries(later, reason, files)}
        />
      </div>
    </div>
  )
}

/** A time can't be chosen before the text could be sent. */
function laterEntries(later: ReturnType<typeof useLaterEntries>, reason: string | undefined, files: readonly File[]) {
  if (files.length > 0) return NOT_WITH_FILES
  return reason === undefined ? later : [{ label: 'Send later', disabledReason: reason, onSelect: () => undefined }]
}

function missingWords(to: Recipient | null, text: string, files: readonly File[]): string | undefined {
  if (to === null) return 'Choose whom to text first'
  if (isSendable(text, files)) return undefined
  return text.trim() === '' ? 'Write a message first' : `At most ${MESSAGE_MAX.toLocaleString('en-US')} characters`
}
