import { conversationExample, type RequestType } from '@foyer/contracts/inbox/conversation.ts'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { RequestSelect } from './panel/request-select.tsx'
import { RequestLabel } from './request-label.tsx'
import { DeliveryMark, type ShownDelivery } from './thread/delivery-mark.tsx'

test('labels fall back when an older tab receives values of a newer server', () => {
  render(
    <>
      <RequestLabel type={'fax' as RequestType} />
      <DeliveryMark delivery={'read' as ShownDelivery} />
      <RequestSelect
        conversation={{ ...conversationExample, requestType: 'fax' as RequestType }}
        onAct={() => undefined}
      />
    </>,
  )
  expect(screen.getByText('Other request')).toBeDefined()
})
