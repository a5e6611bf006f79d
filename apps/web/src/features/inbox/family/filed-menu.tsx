import type { Message } from '@foyer/contracts/inbox/message.ts'
import type { HouseholdMember } from '@foyer/contracts/patients/chart-calls.ts'
import { ChevronDown, UserRound } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { isolated } from '../../../lib/isolated.rules.ts'
import { failureTitle } from '../../../parts/failure-message.rules.ts'
import { useApi } from '../../../parts/services.tsx'
import { offlineReason, useOffline } from '../../../parts/use-offline.ts'
import { Menu } from '../../../ui/menu.tsx'
import { notifyError, notifySuccess, notifyUndo } from '../../../ui/notify.tsx'
import { focusMessages } from '../list/row-focus.ts'
import { memberNames } from './family.rules.ts'

interface FiledMenuProps {
  message: Message
  members: readonly HouseholdMember[]
  /** Receives the message as a call has returned it. */
  onFiled: (epoch: string, message: Message) => void
}

/** [CALL-INBOX-26] Says under whom a message is filed, and files it under another one of those who share the number. */
export function FiledMenu({ message, members, onFiled }: FiledMenuProps) {
  const api = useApi()
  const reason = offlineReason(useOffline())
  const [busy, setBusy] = useState(false)
  const names = memberNames(members)
  const { _id: messageId, organizationId, conversationId, patientId } = message
  const filed = (patientId !== null && names.get(patientId)) || 'Not filed'

  /** A message that was filed under no one can't be so again, so that has no undo. */
  async function file(to: string, before: string | null) {
    if (busy) return
    hasFiled.current = true
    setBusy(true)
    try {
      const body = { organizationId, conversationId, messageId, patientId: to }
      const { data, epoch } = await api('assignMessage', { body })
      onFiled(epoch, data)
      const words = `Filed under ${isolated(names.get(to) ?? '')}`
      if (before === null) notifySuccess(words)
      else notifyUndo(words, () => void file(before, null))
    } catch (error) {
      hasFiled.current = false
      notifyError(failureTitle(error))
    } finally {
      setBusy(false)
    }
  }

  // A message that leaves the lane takes its button along. The closed menu gives its button the focus in a later frame, and on a
  // busy machine the message may have left by then.
  const box = useRef<HTMLSpanElement>(null)
  const hasFiled = useRef(false)
  useLayoutEffect(() => {
    const span = box.current
    return () => {
      const { activeElement } = document
      if (span?.contains(activeElement) || (hasFiled.current && activeElement === document.body)) focusMessages()
    }
  }, [])

  return (
    <span ref={box} className="contents">
      <Menu
        label={`Filed: ${filed}`}
        heading="File the message under"
        className="inline-flex h-6 items-center gap-0.5 rounded-sm px-1 text-muted hover:bg-hover hover:text-ink pointer-coarse:h-11"
        content={
          <>
            <UserRound aria-hidden size={12} className="shrink-0" />
            <bdi>{filed}</bdi>
            <ChevronDown aria-hidden size={12} className="shrink-0" />
          </>
        }
        entries={members.map(({ _id }) => ({
          label: names.get(_id) ?? '',
          chosen: _id === patientId,
          disabledReason: reason,
          onSelect: () => {
            if (_id !== patientId) void file(_id, patientId)
          },
        }))}
      />
    </span>
  )
}
