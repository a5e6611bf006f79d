/** The keyboard commands of the inbox, in the order of the help sheet. The parts of the screen add how each runs. */
import type { Command } from '../../lib/commands.rules.ts'

const list = { group: 'Conversations' } as const
const open = { group: 'Open conversation' } as const
const writing = { group: 'Writing', within: '[data-composer]' } as const
const row = '[data-conversation-id]'

export const KEYS = {
  next: { id: 'next', title: 'Next conversation', keys: ['j'], onlyKey: true, repeats: true, ...list },
  previous: { id: 'previous', title: 'Previous conversation', keys: ['k'], onlyKey: true, repeats: true, ...list },
  rowBelow: {
    id: 'rowBelow',
    title: 'Next conversation',
    keys: ['arrowdown'],
    within: row,
    onlyKey: true,
    repeats: true,
    ...list,
  },
  rowAbove: {
    id: 'rowAbove',
    title: 'Previous conversation',
    keys: ['arrowup'],
    within: row,
    onlyKey: true,
    repeats: true,
    ...list,
  },
  openRow: { id: 'openRow', title: 'Open, and write', keys: ['enter'], within: row, onlyKey: true, ...list },
  select: { id: 'select', title: 'Select conversation', keys: ['x'], within: row, onlyKey: true, ...list },
  search: { id: 'search', title: 'Search conversations', keys: ['/'], ...list },
  held: { id: 'held', title: 'Show new conversations', keys: ['.'], ...list },
  nextPatient: { id: 'nextPatient', title: 'Next patient', keys: ['shift+n'], ...list },
  write: { id: 'write', title: 'New message', keys: ['c'], ...list },
  text: { id: 'text', title: 'Text message', keys: ['r'], ...open },
  note: { id: 'note', title: 'Internal note', keys: ['n'], ...open },
  close: { id: 'close', title: 'Close conversation', keys: ['e'], ...open },
  unread: { id: 'unread', title: 'Mark unread', keys: ['u'], ...open },
  star: { id: 'star', title: 'Star, or remove the star', keys: ['s'], ...open },
  assign: { id: 'assign', title: 'Assign', keys: ['a'], ...open },
  request: { id: 'request', title: 'Set the request type', keys: ['t'], ...open },
  takeOver: { id: 'takeOver', title: 'Take over from the assistant', keys: ['b'], ...open },
  details: { id: 'details', title: 'Patient details', keys: ['i'], ...open },
  back: { id: 'back', title: 'Back to the list', keys: ['escape'], onlyKey: true, ...open },
  leaveBox: {
    id: 'leaveBox',
    title: 'Leave the message, keep the conversation',
    keys: ['escape'],
    onlyKey: true,
    ...writing,
  },
  send: { id: 'send', title: 'Send, or save the note', keys: ['mod+enter'], onlyKey: true, ...writing },
  sendAndClose: { id: 'sendAndClose', title: 'Send and close', keys: ['mod+shift+enter'], onlyKey: true, ...writing },
  canned: { id: 'canned', title: 'Canned messages, at the start of a word', keys: ['/'], onlyKey: true, ...writing },
} as const satisfies Record<string, Command>

/** Commands for one conversation that need it open. They run once it is. */
export type Intent = 'write' | 'text' | 'note' | 'assign' | 'request' | 'details'

/** The lists of the bulk bar. */
export type BulkList = 'status' | 'snooze' | 'assign' | 'request' | 'team' | 'more'

/** A list of the bulk bar that a key asked for, and the element that had the focus. */
export interface BulkAsked {
  readonly what: BulkList
  readonly from: Element | null
}
