//! The keeper's round: buttons freed that nobody holds any more, machines put away that nobody looks at, and
//! the circuit's file looked at.

use std::sync::Arc;

use super::hall::Hall;
use super::stand::{Stand, Told};

/// Goes round for as long as the server runs.
pub(super) async fn keep(hall: Arc<Hall>) {
    let stamp = |hall: &Arc<Hall>| {
        let hall = Arc::clone(hall);
        tokio::task::spawn_blocking(move || (hall.given.stamp)())
    };
    let mut known = stamp(&hall).await.unwrap_or_default();
    loop {
        tokio::time::sleep(hall.rules.round).await;
        for stand in hall.stands() {
            if stand.was_left(hall.rules.grace) {
                tokio::spawn(free_buttons(Arc::clone(&hall), stand));
            }
        }
        let idle = hall.rules.idle;
        hall.put_away(|stand| stand.is_broken() || stand.last_used().elapsed() > idle);
        if hall.given.file.is_some()
            && let Ok(now) = stamp(&hall).await
            && now != known
        {
            known = now;
            hall.stands().iter().filter(|stand| stand.circuit.is_none()).for_each(|stand| stand.tell(Told::Changed));
        }
    }
}

/// Nobody holds a button whose page is gone.
async fn free_buttons(hall: Arc<Hall>, stand: Arc<Stand>) {
    let freed = hall.on(&stand, |worked| Ok(worked.bench.free_buttons())).await;
    if let Ok(Some(freed)) = freed
        && let Ok(json) = serde_json::to_string(&freed)
    {
        stand.tell(Told::Appended(json));
    }
}
