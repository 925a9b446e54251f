import { sql } from 'kysely'

/** What the cinema shows and where: screens with their places, movies, showtimes. */
export const CATALOGUE = [
  sql`create table cinema (
    id integer primary key check (id = 1),
    name text not null,
    address text,
    latitude double precision,
    longitude double precision,
    phone text,
    arrival_minutes integer not null check (arrival_minutes >= 0),
    opens_at text,
    closes_at text,
    check ((opens_at is null) = (closes_at is null))
  )`,

  sql`create table screens (
    id text primary key,
    name text not null,
    places_revision integer not null default 0,
    cleaning_minutes integer not null default 15 check (cleaning_minutes >= 0),
    closed_from text,
    closed_to text,
    version_of text references screens (id),
    layout_version integer not null default 1,
    valid_from bigint not null default 0,
    check ((closed_from is null) = (closed_to is null))
  )`,
  // An earlier version of a hall has the name of its screen.
  sql`create unique index screens_by_name on screens (name) where version_of is null`,
  sql`create index earlier_layouts on screens (version_of) where version_of is not null`,

  // Seats have a category, parking slots have none.
  sql`create table places (
    id text primary key,
    layout_id text not null references screens (id),
    kind text not null check (kind in ('seat', 'twoWheeler', 'fourWheeler')),
    label text not null,
    category text check ((category is not null) = (kind = 'seat')),
    position integer not null,
    access text check (access in ('wheelchair', 'companion')),
    x double precision,
    retired integer not null default 0 check (retired in (0, 1)),
    out_of_service integer not null default 0 check (out_of_service in (0, 1)),
    unique (layout_id, kind, label)
  )`,
  sql`create index accessible_places on places (layout_id) where access is not null`,

  sql`create table seat_outages (
    id text primary key,
    place_id text not null,
    reason text not null,
    device_id text not null,
    since bigint not null,
    ended_at bigint,
    ended_by text,
    end_reason text
  )`,
  // A place has one open outage.
  sql`create unique index open_outage_of_a_place on seat_outages (place_id) where ended_at is null`,
  sql`create index seat_outages_of_a_place on seat_outages (place_id)`,

  sql`create table movies (
    id text primary key,
    name text not null unique,
    genre text not null,
    cast_names text not null,
    summary text not null,
    ratings double precision not null,
    votes integer not null,
    language text not null,
    duration integer not null check (duration > 0),
    rating text not null,
    image_url text not null,
    poster text,
    image text,
    screen_text text,
    timing_text text,
    trailer text,
    release_date text,
    position integer not null,
    retired integer not null default 0 check (retired in (0, 1))
  )`,

  sql`create table poster_files (
    path text primary key,
    movie_id text not null,
    content text not null
  )`,
  sql`create index poster_files_of_a_movie on poster_files (movie_id)`,

  sql`create table showtimes (
    id text primary key,
    movie_id text not null references movies (id),
    layout_id text not null references screens (id),
    starts_at bigint not null,
    cutoff_minutes integer check (cutoff_minutes >= 0),
    access_opened integer not null default 0 check (access_opened in (0, 1)),
    cancelled_at bigint,
    rev bigint not null default 0,
    version text not null default '',
    unique (layout_id, starts_at)
  )`,
  sql`create index showtimes_of_a_movie on showtimes (movie_id, starts_at)`,
  sql`create index showtimes_by_start on showtimes (starts_at)`,
  sql`create index showtimes_with_protected_places on showtimes (starts_at) where access_opened = 0`,

  sql`create table daily_showtimes (
    screen_id text not null references screens (id),
    at text not null,
    movie_id text not null references movies (id),
    cutoff_minutes integer check (cutoff_minutes >= 0),
    except_dates text not null,
    primary key (screen_id, at)
  )`,

  sql`create table programme (
    id integer primary key check (id = 1),
    version bigint not null,
    owned_by_office integer not null default 0 check (owned_by_office in (0, 1)),
    catalogue_problems text,
    reply_templates text not null default '[]'
  )`,

  sql`create table programme_plans (
    id text primary key,
    kind text not null check (kind in ('programme', 'layout')),
    version bigint not null,
    content text not null,
    show_changes text,
    expires_at bigint,
    planned_at bigint not null,
    applied_at bigint
  )`,

  sql`create table catalogue_ids (
    kind text not null check (kind in ('screen', 'row', 'movie', 'daily')),
    file_id text not null,
    stored_id text not null,
    primary key (kind, file_id)
  )`,

  sql`create table show_moves (
    id text primary key,
    showtime_id text not null,
    from_screen_id text not null,
    from_starts_at bigint not null,
    to_screen_id text not null,
    to_starts_at bigint not null,
    reason text not null,
    device_id text not null,
    at bigint not null
  )`,
  sql`create index show_moves_of_a_showtime on show_moves (showtime_id, at)`,
  // The times that moved shows have left: no daily showtime is added there again.
  sql`create index show_moves_by_left_time on show_moves (from_starts_at)`,

  sql`create table show_cancellations (
    showtime_id text primary key,
    reason text not null,
    device_id text not null,
    refund_for text not null default 'all' check (refund_for in ('all', 'admitted')),
    refund_as text not null default 'money' check (refund_as in ('money', 'voucher')),
    cancelled_at bigint not null,
    finished_at bigint
  )`,
  sql`create index unfinished_show_cancellations on show_cancellations (showtime_id) where finished_at is null`,
]
