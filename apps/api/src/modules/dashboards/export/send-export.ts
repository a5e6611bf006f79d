/** Sends a file while a thread writes it. */
import type { Response } from 'express'
import { contentDisposition } from '../../../files/file-name.rules.ts'
import { type Pages, put, type Task, writeInThread } from './export-thread.ts'

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const TYPES: Record<Task['format'], string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: WORKBOOK,
  workbook: WORKBOOK,
  pdf: 'application/pdf',
}

export async function sendExport(res: Response, name: string, task: Task, pages: Pages): Promise<undefined> {
  res.status(200).set({
    'Content-Type': TYPES[task.format],
    'Content-Disposition': contentDisposition(name),
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
  })
  // A failure after the first piece ends the connection, so that nobody takes half a file for the whole.
  try {
    for await (const bytes of writeInThread(task, pages)) if (!(await put(res, bytes))) return undefined
  } catch (error) {
    if (!res.headersSent) {
      res.removeHeader('Content-Disposition')
      throw error
    }
    res.destroy(error as Error)
    return undefined
  }
  res.end()
  return undefined
}
