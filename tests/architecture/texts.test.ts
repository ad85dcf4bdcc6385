import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import * as containerRules from '#features/containers/core/containers.rules.ts';
import * as containers from '#features/containers/core/containers.texts.ts';
import * as dashboards from '#features/dashboards/dashboards.texts.ts';
import * as files from '#features/files/core/files.texts.ts';
import * as notifications from '#features/notifications/notifications.texts.ts';
import * as session from '#features/session/session.texts.ts';
import { ageTexts } from '#shared/relative-time.ts';

/** The texts on screen that docs/specification.md fixes, letter for letter; values in a sentence are those of `samples`. */
const catalogue = {
  login: [
    'Welcome Back',
    'Sign in to your Stowage account',
    'Email Address',
    'Password',
    'Remember me',
    'Forgot password?',
    'Sign In',
    "Don't have an account?",
    'Contact Administrator',
    'Login failed. Please try again.',
    'Unknown role',
  ],
  upload: [
    'Upload Files',
    'Select File Type',
    'Select Files',
    'Please select a file type before uploading',
    'Please select at least one file',
    'Please select a file type',
    'Upload 7 File(s)',
    'Uploading...',
    'Files uploaded successfully!',
    'Upload failed',
  ],
  files: [
    'Files & Documents',
    'Total Files',
    'Active Teams',
    'File Types',
    'This Week',
    'Search files, teams, or users...',
    'Filters',
    'Team',
    'File Type',
    'Upload Date',
    'All Time',
    'Today',
    'This Month',
    'This Year',
    'Sort By',
    'File Name',
    'File Size',
    'Showing 7 of 21 files across 3 teams',
    'Showing 7 of 21 files across 3 file types',
    'Clear Filters',
    'Show 7 more files (21 remaining)',
    'Unnamed File',
    'No Type Selected',
    'Unknown (ID: 7)',
    'Unknown',
    'Unknown Date',
    'View',
    'Download',
    'Delete',
    'Edit',
    'No files found',
    'No files match the current filters',
    'No files in this team',
    'No files in this file type',
    'Are you sure you want to delete this file?',
    'Failed to load data',
    'File updated successfully',
    'Update failed',
    'File deleted successfully',
    'Failed to delete file',
  ],
  notifications: [
    'Notifications',
    'View all 7 notifications',
    'Show less',
    'just now',
    '7 minutes ago',
    '7 hours ago',
    '7 days ago',
  ],
  containers: [
    'Container Status Management',
    'All',
    'Not Received',
    'Received',
    'Departed',
    'Delayed',
    'Search containers by name or number...',
    'All Status',
    'PFI month',
    'Ex-Factory month',
    'January',
    'December',
    'Add Container',
    'PFI Delay History',
    'Ex-Factory Delay History',
    'No delay reasons logged yet.',
    'Add New Container',
    'Edit Container',
    'Container Name',
    'Order Number',
    'PFI Date',
    'Ex-Factory Date',
    'Mark as PFI Delayed',
    'Mark as Ex-Factory Delayed',
    'Mark Received',
    'Mark Departed',
    'Undo Departed',
    'Delay PFI',
    'Delay Ex-Factory',
    'Edit',
    'Delete',
    'No containers found',
    'Try adjusting your search criteria or filters',
    'Create your first container to get started',
    'Expected date crossed',
    'Please provide a delay reason',
    'No container selected',
    'Are you sure you want to delete this container?',
    'Error loading containers',
    'Container created successfully!',
    'Container updated successfully!',
    'Failed to save container',
    'Failed to update Container',
    'Container deleted successfully!',
    'Failed to delete container',
  ],
  personalDashboard: [
    'Loading your dashboard...',
    'Welcome back, Stowage!',
    "Here's your personal dashboard with all your account information and quick actions.",
    'Member since',
    'Active',
    'Files Uploaded',
    'Downloads',
    'Last Login',
    'Today',
    'Account Status',
    'Verified',
    'All systems active',
    'Quick Actions',
    'Upload Files',
    'Upload and manage your documents',
    'View Files',
    'Browse and download your files',
    'Account Information',
    'Full Name',
    'Email Address',
    'Account Type',
    'Team',
    'Member Since',
    'Last Activity',
    'Recent Activity',
    'Logged in to dashboard',
    'No recent activity',
  ],
  adminDashboard: [
    'Loading dashboard...',
    'View Files',
    'Total Users',
    'Registered users',
    'Active Users',
    'Currently active',
    'Total Files',
    'Uploaded files',
    'Teams',
    'Active teams',
    'File Type Distribution',
    'No file data available',
    'Upload Trends (Last 6 Months)',
    'Files Uploaded',
    'Recent Files Uploaded',
    'View All',
    'No recent files',
    'Team Overview',
    'View All Teams (7)',
  ],
  navigation: [
    'Dashboard',
    'User Dashboard',
    'Upload Files',
    'Search',
    'Container Status',
    'Teams',
    'Add User',
    'Users List',
    'File Types',
    'Change Password',
    'Permissions',
    'More',
    'Login',
    'Logout',
  ],
};

const samples: unknown[][] = [['Stowage'], [7], [7, 21], [7, 21, 3, 'teams'], [7, 21, 3, 'file types']];

/** Returns every text of a texts module: its strings, and the results of its functions for the samples. */
function sentencesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'function') return samples.flatMap((args) => said(() => Reflect.apply(value, undefined, args)));
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(sentencesOf);
  return [];
}

function said(say: () => unknown): string[] {
  try {
    const answer = say();
    return typeof answer === 'string' ? [answer] : [];
  } catch {
    return []; // The function takes other values.
  }
}

/** The texts of the top bar are in TSX files, which Node cannot import, so they are searched as quoted strings. */
function quotedIn(folder: string): string[] {
  const path = join(import.meta.dirname, '../..', folder);
  const sources = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  return sources.flatMap((name) =>
    [...readFileSync(join(path, name), 'utf8').matchAll(/'([^'\n]+)'/g)].map(([, quoted = '']) => quoted),
  );
}

const sentences = {
  login: sentencesOf(session),
  upload: sentencesOf(files),
  files: sentencesOf(files),
  notifications: sentencesOf([notifications, { ageTexts }]),
  containers: sentencesOf([containers, containerRules]),
  personalDashboard: sentencesOf(dashboards),
  adminDashboard: sentencesOf(dashboards),
  navigation: quotedIn('src/app/browser'),
};

for (const [screen, expected] of Object.entries(catalogue) as [keyof typeof catalogue, string[]][]) {
  test(`the texts of ${screen} are the specification's`, () => {
    const missing = expected.filter((sentence) => !sentences[screen].includes(sentence));
    assert.deepEqual(missing, []);
  });
}
