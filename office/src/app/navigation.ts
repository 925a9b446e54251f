import Activity from 'lucide-react/icons/activity'
import Armchair from 'lucide-react/icons/armchair'
import CalendarRange from 'lucide-react/icons/calendar-range'
import Car from 'lucide-react/icons/car'
import ChartColumn from 'lucide-react/icons/chart-column'
import ClipboardList from 'lucide-react/icons/clipboard-list'
import Gauge from 'lucide-react/icons/gauge'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import ScanLine from 'lucide-react/icons/scan-line'
import Smartphone from 'lucide-react/icons/smartphone'
import Ticket from 'lucide-react/icons/ticket'
import type { PageName } from '#lib/access.ts'

/** The icon and the shortcut of each page. */
export const NAVIGATION = {
  today: { icon: Gauge, shortcut: 't' },
  bookings: { icon: Ticket, shortcut: 'k' },
  door: { icon: ScanLine, shortcut: 'd' },
  valet: { icon: Car, shortcut: 'v' },
  programme: { icon: CalendarRange, shortcut: 'p' },
  halls: { icon: LayoutGrid, shortcut: 'l' },
  outages: { icon: Armchair, shortcut: 'o' },
  reports: { icon: ChartColumn, shortcut: 'r' },
  devices: { icon: Smartphone, shortcut: 'e' },
  audit: { icon: ClipboardList, shortcut: 'a' },
  health: { icon: Activity, shortcut: 'h' },
} as const satisfies Record<PageName, { icon: unknown; shortcut: string }>
