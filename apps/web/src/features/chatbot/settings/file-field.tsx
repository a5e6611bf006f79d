import { NO_FILE } from '@foyer/contracts/chatbot/limits.rules.ts'
import { FileUp, RotateCw, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { offlineReason } from '../../../parts/use-offline.ts'
import { Button } from '../../../ui/button.tsx'
import { Wrong } from './setting-fields.tsx'
import { SettingSelect } from './setting-select.tsx'
import type { OfferedFiles } from './settings.rules.ts'

interface FileFieldProps {
  files: OfferedFiles
  value: string
  onChange: (fileId: string) => void
}

/** The file that an action sends: one of those that are there, or a new one. */
export function FileField({ files, value, onChange }: FileFieldProps) {
  const picker = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState<'upload' | 'remove' | null>(null)
  const { all = [], failure, offline } = files
  const isRead = files.all !== undefined
  const known = all.map(({ _id, name }) => ({ value: _id, label: name }))
  const chosen = all.find(({ _id }) => _id === value)
  const none = {
    value,
    label: value === NO_FILE ? 'Choose a file' : isRead ? 'A file that is gone' : 'The chosen file',
  }

  async function upload(file: File): Promise<void> {
    setBusy('upload')
    const fileId = await files.upload(file)
    setBusy(null)
    if (fileId !== null) onChange(fileId)
  }

  async function remove(): Promise<void> {
    if (chosen === undefined) return
    setBusy('remove')
    await files.remove(chosen)
    setBusy(null)
  }

  return (
    <>
      <SettingSelect
        label="File"
        value={value}
        choices={chosen === undefined ? [none, ...known] : known}
        onChange={onChange}
      />
      {!isRead && failure !== null && (
        <>
          <Wrong>{`The files did not load. ${failure}`}</Wrong>
          <Button size="sm" icon={RotateCw} onClick={files.readAgain} className="self-start">
            Load again
          </Button>
        </>
      )}
      <input
        ref={picker}
        type="file"
        accept="image/png,image/jpeg,image/gif,application/pdf"
        hidden
        aria-label="File to upload"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) void upload(file)
          // The same file may be picked again after a failure.
          target.value = ''
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          icon={FileUp}
          busy={busy === 'upload'}
          disabledReason={offlineReason(offline, 'Uploading')}
          onClick={() => picker.current?.click()}
        >
          Upload a file
        </Button>
        {chosen !== undefined && (
          <Button
            size="sm"
            kind="ghost"
            icon={Trash2}
            busy={busy === 'remove'}
            disabledReason={offlineReason(offline, 'Removing')}
            onClick={() => void remove()}
          >
            Remove this file
          </Button>
        )}
      </div>
      <p className="text-xs text-muted">
        PDF, JPEG, PNG or GIF, up to 600 kB. By text it goes with the message. In the web chat the patient gets a link
        that works for 24 hours, and whoever has the link can read the file.
      </p>
    </>
  )
}
