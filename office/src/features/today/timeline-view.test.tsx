import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createShow } from '#test/fixtures.ts'
import { mockCalls } from '#test/mock-calls.ts'
import { renderPage } from '#test/render-page.tsx'
import { TimelineView } from './timeline-view.tsx'

afterEach(() => vi.restoreAllMocks())

test.each([
  [0.75, 1120 * 0.75 - 380],
  [undefined, 0],
])(
  'TimelineView with the current time at %s of its width is scrolled by %s pixels',
  (now, left) => {
    // jsdom lays nothing out.
    vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(1120)
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(760)
    mockCalls([])
    const show = createShow()
    const timeline = {
      hours: [],
      rows: [{ screen: show.screen, shows: [{ show, start: 0.5, width: 0.1 }] }],
      now,
    }
    renderPage(
      '/',
      <TimelineView timeline={timeline} keyShows={[]} now={Date.parse(show.startTime)} />,
    )

    expect(screen.getByRole('region', { name: 'Shows by screen' }).scrollLeft).toBe(left)
  },
)
