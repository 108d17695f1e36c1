`timescale 1us / 1us

// An armature: it rests, leaves its seat when it has been asked long enough, is on its way, arrives.
// A make contact conducts while `operated`, a break contact while `released`.
module relay #(
    parameter LEAVE = 7000,     // operate time less transfer, in microseconds
    parameter BACK = 4000,      // release time less transfer
    parameter TRANSFER = 1000
) (
    input fed,
    output reg released,
    output reg operated
);
    localparam time NEVER = ~64'd0;

    reg asks = 0;               // what the coil asks for
    time since = 0;             // since when
    reg seat = 0;               // where the armature rests, or is going
    reg travelling = 0;
    time due = NEVER;           // when it leaves
    time alarm = 0;
    reg arrival = 0;
    reg turn = 0, turn_now = 0;

    initial begin
        released = 1;
        operated = 0;
    end

    task leave;
        begin
            seat = !seat;
            due = NEVER;
            if (seat) released <= 0; else operated <= 0;
            if (TRANSFER == 0) begin
                if (seat) operated <= 1; else released <= 1;
            end else begin
                travelling = 1;
                arrival <= #(TRANSFER) !arrival;
            end
        end
    endtask

    task sense;
        if (fed !== asks) begin
            asks = fed;
            since = $time;
            due = NEVER;
            if (!travelling && asks != seat) begin
                due = since + (seat ? BACK : LEAVE);
                alarm <= #(due - since) due;
            end
        end
    endtask

    always begin
        sense;
        @(fed);
    end

    always @(alarm) if (due == $time) leave;

    always @(arrival) begin
        travelling = 0;
        if (seat) operated <= 1; else released <= 1;
        if (asks != seat) begin
            // The coil has changed its mind on the way; the time runs from then, but ends no sooner
            // than here, and not before the contacts that have just closed have had their say.
            due = since + (seat ? BACK : LEAVE);
            if (due > $time) alarm <= #(due - $time) due;
            else begin
                due = NEVER;
                turn <= !turn;
            end
        end
    end

    always @(turn) turn_now <= !turn_now;

    always @(turn_now)
        if (!travelling && asks != seat && since + (seat ? BACK : LEAVE) <= $time) leave;
endmodule
